import { unsubscribePhoneNumber } from '@messaging/contract/phone-numbers.ts'
import { routeNumber } from '@messaging/core/conversations/routing/route-number.ts'
import { route } from '@messaging/http/route.ts'

/** POST /api/v1/phone-numbers/{n}/unsubscribe/ */
export const handler = route(unsubscribePhoneNumber, ({ caller, params, body, now }) =>
  routeNumber(caller, params.n, { mode: null }, body.applyToExisting, now),
)
