import { getWebhook as endpoint } from '@messaging/contract/dashboard/webhooks.ts'
import { viewWebhook } from '@messaging/core/deliveries/webhooks/webhook-view.ts'
import { route } from '@messaging/http/route.ts'

/** GET /dashboard-api/v1/webhooks/{id}/ */
export const handler = route(endpoint, ({ caller, params, now }) => viewWebhook(caller, params.id, now))
