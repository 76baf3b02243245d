import { getWebhook as endpoint } from '@messaging/contract/dashboard/webhooks.ts'
import { getWebhook } from '@messaging/core/deliveries/webhooks/get-webhook.ts'
import { revisedWebhook } from '@messaging/core/deliveries/webhooks/webhook-view.ts'
import { route } from '@messaging/http/route.ts'

/** GET /dashboard-api/v1/webhooks/{id}/ */
export const handler = route(endpoint, async ({ caller, params, now }) =>
  revisedWebhook(caller, await getWebhook(caller.organizationId, params.id), now),
)
