import { takeOverConversation } from '@messaging/contract/takeover.ts'
import { takeOver } from '@messaging/core/conversations/conversations/takeover.ts'
import { route } from '@messaging/http/route.ts'

/** POST /api/v1/conversations/{id}/takeover/ */
export const handler = route(takeOverConversation, ({ caller, params, body, now, id }) =>
  takeOver(caller, { id: params.id, durationMinutes: body.durationMinutes, eventId: id }, now),
)
