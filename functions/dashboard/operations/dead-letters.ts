import { listDeadLetters as endpoint } from '@messaging/contract/dashboard/operations.ts'
import { viewLetters } from '@messaging/core/operations/dead-letters/view-letters.ts'
import { route } from '@messaging/http/route.ts'

/** GET /dashboard-api/v1/operations/queues/{queue}/messages/ */
export const handler = route(endpoint, ({ params }) => viewLetters(params.queue))
