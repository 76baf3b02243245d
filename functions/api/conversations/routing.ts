import { routeConversation } from '@messaging/contract/conversations.ts'
import { changeRouting, routingChange } from '@messaging/core/conversations/conversations/change-routing.ts'
import { systemClock } from '@messaging/core/platform/clock.ts'
import { route } from '@messaging/http/route.ts'

/** POST /api/v1/conversations/{id}/routing/ */
export const handler = route(routeConversation, ({ caller, params, body }) =>
  changeRouting(caller, params.id, routingChange(body), systemClock),
)
