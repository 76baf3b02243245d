import { createConversation as endpoint } from '@messaging/contract/conversations.ts'
import { systemClock } from '@messaging/core/clock.ts'
import { createConversation } from '@messaging/core/conversations/create-conversation.ts'
import { route } from '@messaging/http/route.ts'

/** POST /api/v1/conversations/ */
export const handler = route(endpoint, ({ caller, body, id }) => {
  const toNumber = body.toNumber ?? body.phoneNumber ?? ''
  return createConversation(caller.organizationId, { ...body, toNumber, messageId: id }, systemClock)
})
