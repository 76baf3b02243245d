import { subscribeConversation } from '@messaging/contract/conversations.ts'
import { changeRouting } from '@messaging/core/conversations/conversations/change-routing.ts'
import { systemClock } from '@messaging/core/platform/clock.ts'
import { route } from '@messaging/http/route.ts'

/** POST /api/v1/conversations/{id}/subscribe/ */
export const handler = route(subscribeConversation, ({ caller, params, body }) =>
  changeRouting(caller, params.id, { routing: 'webhook', webhookId: body.webhookId }, systemClock),
)
