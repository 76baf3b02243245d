import * as agents from '@replywright/contract/dashboard/agents.ts'
import { viewModels } from '@replywright/core/agents/models/models.ts'
import { route } from '@replywright/http/route.ts'

export const listRoute = () => route(agents.listModels, () => viewModels())
