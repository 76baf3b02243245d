import { listAgentShares as endpoint } from '@messaging/contract/dashboard/agent-shares.ts'
import { listShares } from '@messaging/core/agents/agents/share-agent.ts'
import { route } from '@messaging/http/route.ts'

/** GET /dashboard-api/v1/agents/{id}/shares/ */
export const handler = route(endpoint, ({ caller, params }) => listShares(caller, params.id))
