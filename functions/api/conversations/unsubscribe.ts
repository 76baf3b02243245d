import { unsubscribeConversation } from '@messaging/contract/conversations.ts'
import { changeRouting } from '@messaging/core/conversations/conversations/change-routing.ts'
import { systemClock } from '@messaging/core/platform/clock.ts'
import { route } from '@messaging/http/route.ts'

/** POST /api/v1/conversations/{id}/unsubscribe/ */
export const handler = route(unsubscribeConversation, ({ caller, params }) =>
  changeRouting(caller, params.id, {}, systemClock),
)
