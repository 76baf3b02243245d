import { getQueueHistory as endpoint } from '@messaging/contract/dashboard/operations.ts'
import { viewQueueHistory } from '@messaging/core/operations/dead-letters/queue-history.ts'
import { route } from '@messaging/http/route.ts'

/** GET /dashboard-api/v1/operations/queue-history/ */
export const handler = route(endpoint, ({ now }) => viewQueueHistory(now))
