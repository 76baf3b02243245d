import { sendMessage as endpoint } from '@messaging/contract/messages.ts'
import { sendMessage } from '@messaging/core/conversations/messages/send-message.ts'
import { systemClock } from '@messaging/core/platform/clock.ts'
import { route } from '@messaging/http/route.ts'

/** POST /api/v1/conversations/{id}/messages/ */
export const handler = route(endpoint, ({ caller, params, body, id }) =>
  sendMessage(caller, { conversationId: params.id, messageId: id, input: body }, systemClock),
)
