import { createWebhook as endpoint } from '@messaging/contract/dashboard/webhooks.ts'
import { createWebhook } from '@messaging/core/deliveries/webhooks/create-webhook.ts'
import { phoneNumberIdsOf } from '@messaging/core/deliveries/webhooks/subscriptions.ts'
import { webhookView } from '@messaging/core/deliveries/webhooks/webhook-view.ts'
import { route } from '@messaging/http/route.ts'

/** POST /dashboard-api/v1/webhooks/ */
export const handler = route(
  endpoint,
  async ({ caller, body: { numbers, ...body }, now, id }) => {
    const phoneNumberIds = await phoneNumberIdsOf(caller.organizationId, numbers)
    const { webhook, secret } = await createWebhook(caller, { ...body, phoneNumberIds }, now, id)
    return { ...(await webhookView(caller, webhook, now)), secret }
  },
  // Responses contain the secret.
  { keepsAnswers: false },
)
