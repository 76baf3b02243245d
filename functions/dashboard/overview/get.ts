import { getOverview as endpoint } from '@messaging/contract/dashboard/overview.ts'
import { viewOverview } from '@messaging/core/operations/overview/view-overview.ts'
import { route } from '@messaging/http/route.ts'

/** GET /dashboard-api/v1/overview/ */
export const handler = route(endpoint, ({ caller, query, now }) =>
  viewOverview(caller.organizationId, query.period, now),
)
