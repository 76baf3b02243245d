import { listMessages as endpoint } from '@messaging/contract/messages.ts'
import { listMessages } from '@messaging/core/conversations/messages/list-messages.ts'
import { toPage } from '@messaging/http/page.ts'
import { route } from '@messaging/http/route.ts'

/** GET /api/v1/conversations/{id}/messages/ */
export const handler = route(endpoint, async ({ caller, params, query, now, event }) =>
  toPage(event, query, await listMessages(caller.organizationId, params.id, query, now)),
)
