import { listQueues as endpoint } from '@messaging/contract/dashboard/operations.ts'
import { viewQueues } from '@messaging/core/operations/dead-letters/operated-queues.ts'
import { route } from '@messaging/http/route.ts'

/** GET /dashboard-api/v1/operations/queues/ */
export const handler = route(endpoint, ({ now }) => viewQueues(now))
