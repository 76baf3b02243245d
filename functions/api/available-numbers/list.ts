import { listAvailableNumbers as endpoint } from '@messaging/contract/accounts.ts'
import { listAvailableNumbers } from '@messaging/core/channel/numbers/available-numbers.ts'
import { route } from '@messaging/http/route.ts'

/** GET /api/v1/available-numbers/ */
export const handler = route(endpoint, ({ query }) => listAvailableNumbers(query))
