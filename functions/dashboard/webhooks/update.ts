import { updateWebhook as endpoint } from '@messaging/contract/dashboard/webhooks.ts'
import { updateWebhook } from '@messaging/core/deliveries/webhooks/update-webhook.ts'
import { revisedWebhook } from '@messaging/core/deliveries/webhooks/webhook-view.ts'
import { route } from '@messaging/http/route.ts'

/** PATCH /dashboard-api/v1/webhooks/{id}/ */
export const handler = route(endpoint, async ({ caller, params, body, revision, now }) =>
  revisedWebhook(caller, await updateWebhook(caller.organizationId, params.id, body, revision), now),
)
