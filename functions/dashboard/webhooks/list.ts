import { listWebhooks as endpoint } from '@messaging/contract/dashboard/webhooks.ts'
import { viewWebhooks } from '@messaging/core/deliveries/webhooks/webhook-view.ts'
import { route } from '@messaging/http/route.ts'

/** GET /dashboard-api/v1/webhooks/ */
export const handler = route(endpoint, ({ caller, now }) => viewWebhooks(caller, now))
