import { connectAgent } from '@messaging/contract/phone-numbers.ts'
import { routeNumber } from '@messaging/core/conversations/routing/route-number.ts'
import { route } from '@messaging/http/route.ts'

/** POST /api/v1/phone-numbers/{n}/connect-agent/ */
export const handler = route(connectAgent, ({ caller, params, body, now }) =>
  routeNumber(caller, params.n, { mode: 'agent', agentId: body.agentId }, body.applyToExisting, now),
)
