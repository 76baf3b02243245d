import { replaceAgent } from '@messaging/contract/agents.ts'
import { updateAgent } from '@messaging/core/agents/agents/update-agent.ts'
import { route } from '@messaging/http/route.ts'

/** PUT /api/v1/agents/{id}/ */
export const handler = route(replaceAgent, ({ caller, params, body, revision, now }) =>
  updateAgent(caller, params.id, body, { revision, now }),
)
