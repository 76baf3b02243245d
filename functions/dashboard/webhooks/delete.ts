import { deleteWebhook as endpoint } from '@messaging/contract/dashboard/webhooks.ts'
import { deleteWebhook } from '@messaging/core/deliveries/webhooks/delete-webhook.ts'
import { route } from '@messaging/http/route.ts'

/** DELETE /dashboard-api/v1/webhooks/{id}/ */
export const handler = route(endpoint, ({ caller, params, now }) =>
  deleteWebhook(caller.organizationId, params.id, now),
)
