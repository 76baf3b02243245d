import { handBackConversation } from '@messaging/contract/takeover.ts'
import { handBack } from '@messaging/core/conversations/conversations/takeover.ts'
import { route } from '@messaging/http/route.ts'

/** POST /api/v1/conversations/{id}/handback/ */
export const handler = route(handBackConversation, ({ caller, params, body, now, id }) =>
  handBack(caller, { id: params.id, contactNumber: body.contact.phoneNumber, eventId: id }, now),
)
