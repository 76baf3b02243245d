import { createConversation as endpoint } from '@messaging/contract/conversations.ts'
import { createConversation } from '@messaging/core/conversations/create-conversation.ts'
import { route } from '@messaging/http/route.ts'

/** POST /api/v1/conversations/ */
export const handler = route(endpoint, ({ caller, body, now }) =>
  createConversation(caller.organizationId, { ...body, toNumber: body.toNumber ?? body.phoneNumber ?? '' }, now),
)
