import { updateAgent as endpoint } from '@messaging/contract/agents.ts'
import { updateAgent } from '@messaging/core/agents/agents/update-agent.ts'
import { route } from '@messaging/http/route.ts'

/** PATCH /api/v1/agents/{id}/ */
export const handler = route(endpoint, ({ caller, params, body, revision, now }) =>
  updateAgent(caller, params.id, body, { revision, now }),
)
