import { resendMessage as endpoint } from '@messaging/contract/dashboard/thread.ts'
import { resendMessage } from '@messaging/core/conversations/messages/resend-message.ts'
import { systemClock } from '@messaging/core/platform/clock.ts'
import { route } from '@messaging/http/route.ts'

/** POST /dashboard-api/v1/conversations/{id}/resend/ */
export const handler = route(endpoint, ({ caller, params, body, id }) =>
  resendMessage(caller, { conversationId: params.id, messageId: body.messageId, newId: id }, systemClock),
)
