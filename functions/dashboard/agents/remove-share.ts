import { removeAgentShare as endpoint } from '@messaging/contract/dashboard/agent-shares.ts'
import { removeListedShare } from '@messaging/core/agents/agents/share-agent.ts'
import { route } from '@messaging/http/route.ts'

/** DELETE /dashboard-api/v1/agents/{id}/shares/ */
export const handler = route(endpoint, ({ caller, params, body }) => removeListedShare(caller, params.id, body.userId))
