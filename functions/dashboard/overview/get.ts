import { getOverview as endpoint } from '@messaging/contract/dashboard/overview.ts'
import { getOverview } from '@messaging/core/operations/overview/get-overview.ts'
import { route } from '@messaging/http/route.ts'

/** GET /dashboard-api/v1/overview/ */
export const handler = route(endpoint, ({ caller, now }) => getOverview(caller.organizationId, now))
