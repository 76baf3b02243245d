import { redriveDeadLetters as endpoint } from '@messaging/contract/dashboard/operations.ts'
import { redriveLetters } from '@messaging/core/operations/dead-letters/operate-letters.ts'
import { route } from '@messaging/http/route.ts'

/** POST /dashboard-api/v1/operations/queues/{queue}/redrive/ */
export const handler = route(endpoint, ({ caller, params, body }) =>
  redriveLetters(params.queue, body.messageId, caller.userId),
)
