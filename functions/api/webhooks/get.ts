import { getWebhook as endpoint } from '@messaging/contract/webhooks.ts'
import { getWebhook } from '@messaging/core/deliveries/webhooks/get-webhook.ts'
import { webhookView } from '@messaging/core/deliveries/webhooks/webhook-view.ts'
import { route } from '@messaging/http/route.ts'

/** GET /api/v1/webhooks/{id}/ */
export const handler = route(endpoint, async ({ caller, params, now }) =>
  webhookView(caller, await getWebhook(caller.organizationId, params.id), now),
)
