import { getWebhookStatistics as endpoint } from '@messaging/contract/dashboard/statistics.ts'
import { viewStatistics } from '@messaging/core/deliveries/statistics/view-statistics.ts'
import { route } from '@messaging/http/route.ts'

/** GET /dashboard-api/v1/webhooks/{id}/statistics/ */
export const handler = route(endpoint, ({ caller, params, query, now }) =>
  viewStatistics(caller.organizationId, params.id, query.period, now),
)
