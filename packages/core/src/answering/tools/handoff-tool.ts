import type { AgentSettings } from '../../agents/agents/agent-settings.ts'
import type { Tool } from '../../agents/agents/tool.ts'
import { toolName, uniquelyNamed } from './tool-name.ts'

/** More than these would be more than a model can choose from. */
const MOST_HANDOFFS = 32

/** Reads an agent's name; undefined when there is none. */
export type FindName = (agentId: string) => Promise<string | undefined>

/** The active handoff tools of an agent: each passes the conversation on to another agent. Those whose agent is gone are left out. */
export async function handoffTools(settings: AgentSettings['handoffTools'], findName: FindName): Promise<Tool[]> {
  const active = settings.filter((tool) => tool.active).slice(0, MOST_HANDOFFS)
  const tools = await Promise.all(active.map(async (tool) => handoffTool(tool, await findName(tool.childAgentId))))
  return uniquelyNamed(tools.flatMap((tool) => tool ?? []))
}

function handoffTool(
  { childAgentId, description }: AgentSettings['handoffTools'][number],
  name: string | undefined,
): Tool | undefined {
  if (name === undefined) return undefined
  return {
    name: toolName(`hand_off_to_${name}`, 'hand_off'),
    description: `Passes the conversation on to “${name}”, who answers from then on and knows what was said. When: ${description}`,
    parameters: { type: 'object', properties: {}, additionalProperties: false },
    changesOutside: false,
    creditCost: 0,
    run: async () => ({ text: `“${name}” answers from here on.`, handoffTo: childAgentId }),
  }
}
