import { deleteAgent as endpoint } from '@messaging/contract/agents.ts'
import { deleteAgent } from '@messaging/core/agents/agents/delete-agent.ts'
import { route } from '@messaging/http/route.ts'

/** DELETE /api/v1/agents/{id}/ */
export const handler = route(endpoint, ({ caller, params }) => deleteAgent(caller, params.id))
