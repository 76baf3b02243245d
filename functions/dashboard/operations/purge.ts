import { purgeDeadLetters as endpoint } from '@messaging/contract/dashboard/operations.ts'
import { purgeLetters } from '@messaging/core/operations/dead-letters/operate-letters.ts'
import { systemClock } from '@messaging/core/platform/clock.ts'
import { route } from '@messaging/http/route.ts'

/** POST /dashboard-api/v1/operations/queues/{queue}/purge/ */
export const handler = route(endpoint, ({ caller, params, body }) =>
  purgeLetters(params.queue, body, caller.userId, systemClock),
)
