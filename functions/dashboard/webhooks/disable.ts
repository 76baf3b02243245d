import { disableWebhook as endpoint } from '@messaging/contract/dashboard/webhooks.ts'
import { disableWebhook } from '@messaging/core/deliveries/webhooks/enable-webhook.ts'
import { webhookView } from '@messaging/core/deliveries/webhooks/webhook-view.ts'
import { route } from '@messaging/http/route.ts'

/** POST /dashboard-api/v1/webhooks/{id}/disable/ */
export const handler = route(endpoint, async ({ caller, params, now }) =>
  webhookView(caller, await disableWebhook(caller.organizationId, params.id, now), now),
)
