import { getConversation as endpoint } from '@messaging/contract/conversations.ts'
import { viewConversation } from '@messaging/core/conversations/conversations/get-conversation.ts'
import { route } from '@messaging/http/route.ts'

/** GET /api/v1/conversations/{id}/ */
export const handler = route(endpoint, ({ caller, params, now }) =>
  viewConversation(caller.organizationId, params.id, now),
)
