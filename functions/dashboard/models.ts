import * as agents from '@messaging/contract/dashboard/agents.ts'
import { viewModels } from '@messaging/core/agents/models/models.ts'
import { route } from '@messaging/http/route.ts'

export const listRoute = () => route(agents.listModels, () => viewModels())
