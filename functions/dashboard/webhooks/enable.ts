import { enableWebhook as endpoint } from '@messaging/contract/dashboard/webhooks.ts'
import { enableWebhook } from '@messaging/core/deliveries/webhooks/enable-webhook.ts'
import { webhookView } from '@messaging/core/deliveries/webhooks/webhook-view.ts'
import { sendNotice } from '@messaging/core/people/notices/send-notice.ts'
import { route } from '@messaging/http/route.ts'

/** POST /dashboard-api/v1/webhooks/{id}/enable/ */
export const handler = route(endpoint, async ({ caller, params, now }) => {
  const webhook = await enableWebhook(caller.organizationId, params.id, now)
  await sendNotice(webhook, now)
  return await webhookView(caller, webhook, now)
})
