import { getAgent } from '@messaging/contract/agents.ts'
import { agentView } from '@messaging/core/agents/agents/agent-view.ts'
import { getVisibleAgent } from '@messaging/core/agents/agents/find-agent.ts'
import { Revised } from '@messaging/core/platform/table/revision.ts'
import { route } from '@messaging/http/route.ts'

/** GET /api/v1/agents/{id}/ */
export const handler = route(getAgent, async ({ caller, params }) => {
  const agent = await getVisibleAgent(caller, params.id)
  return new Revised(await agentView(caller, agent), agent.version)
})
