import { getRedrive as endpoint } from '@messaging/contract/dashboard/operations.ts'
import { redriveProgress } from '@messaging/core/operations/dead-letters/operate-letters.ts'
import { route } from '@messaging/http/route.ts'

/** GET /dashboard-api/v1/operations/queues/{queue}/redrive/ */
export const handler = route(endpoint, ({ params }) => redriveProgress(params.queue))
