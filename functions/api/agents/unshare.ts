import { unshareAgent as endpoint } from '@messaging/contract/agents.ts'
import { unshareAgent } from '@messaging/core/agents/agents/share-agent.ts'
import { route } from '@messaging/http/route.ts'

/** DELETE /api/v1/agents/{id}/share/ */
export const handler = route(endpoint, ({ caller, params, body }) => unshareAgent(caller, params.id, body))
