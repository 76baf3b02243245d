import { listWebhooks as endpoint } from '@messaging/contract/webhooks.ts'
import { viewWebhooksPage } from '@messaging/core/deliveries/webhooks/webhook-view.ts'
import { toPage } from '@messaging/http/page.ts'
import { route } from '@messaging/http/route.ts'

/** GET /api/v1/webhooks/ */
export const handler = route(endpoint, async ({ caller, query, now, event }) =>
  toPage(event, query, await viewWebhooksPage(caller, query, now)),
)
