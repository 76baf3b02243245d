import { listModels as endpoint } from '@messaging/contract/dashboard/models.ts'
import { viewModels } from '@messaging/core/agents/models/list-models.ts'
import { route } from '@messaging/http/route.ts'

/** GET /dashboard-api/v1/models/ */
export const handler = route(endpoint, () => viewModels())
