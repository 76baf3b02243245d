import { getAgent } from '@messaging/contract/agents.ts'
import { agentView } from '@messaging/core/agents/agents/agent-view.ts'
import { getVisibleAgent } from '@messaging/core/agents/agents/find-agent.ts'
import { route } from '@messaging/http/route.ts'

/** GET /api/v1/agents/{id}/ */
export const handler = route(getAgent, async ({ caller, params }) =>
  agentView(caller, await getVisibleAgent(caller, params.id)),
)
