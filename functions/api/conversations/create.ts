import { createConversation as endpoint } from '@messaging/contract/conversations.ts'
import { createConversation } from '@messaging/core/conversations/conversations/create-conversation.ts'
import { systemClock } from '@messaging/core/platform/clock.ts'
import { route } from '@messaging/http/route.ts'

/** POST /api/v1/conversations/ */
export const handler = route(endpoint, ({ caller, body, id }) =>
  createConversation(caller, { ...body, messageId: id }, systemClock),
)
