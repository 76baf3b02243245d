import { listConversations as endpoint } from '@messaging/contract/conversations.ts'
import { listConversations } from '@messaging/core/conversations/conversations/list-conversations.ts'
import { toPage } from '@messaging/http/page.ts'
import { route } from '@messaging/http/route.ts'

/** GET /api/v1/conversations/ */
export const handler = route(endpoint, async ({ caller, query, now, event }) =>
  toPage(event, query, await listConversations(caller.organizationId, query, now)),
)
