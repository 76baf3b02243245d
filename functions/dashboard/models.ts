import * as models from '@messaging/contract/dashboard/models.ts'
import { viewModels } from '@messaging/core/agents/models/list-models.ts'
import { route } from '@messaging/http/route.ts'

export const listRoute = () => route(models.listModels, () => viewModels())
