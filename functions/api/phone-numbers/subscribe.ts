import { subscribePhoneNumber } from '@messaging/contract/phone-numbers.ts'
import { routeNumber } from '@messaging/core/conversations/routing/route-number.ts'
import { route } from '@messaging/http/route.ts'

/** POST /api/v1/phone-numbers/{n}/subscribe/ */
export const handler = route(subscribePhoneNumber, ({ caller, params, body, now }) =>
  routeNumber(caller, params.n, { mode: 'webhook', webhookId: body.webhookId }, body.applyToExisting, now),
)
