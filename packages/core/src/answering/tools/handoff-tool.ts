import type { AgentSettings } from '../../agents/agent-settings.ts'
import type { Tool } from '../../agents/tool.ts'
import { toolName, uniquelyNamed } from './tool-name.ts'

/** Models cannot choose well among more tools. */
const MOST_HANDOFFS = 32

/** Returns an agent's name, or undefined if there is no such agent. */
type FindName = (agentId: string) => Promise<string | undefined>

/** Returns the active handoff tools of an agent, without those of deleted agents. */
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
    description: `Passes the conversation to “${name}”, who answers from then on and knows the conversation. When to use: ${description}`,
    parameters: { type: 'object', properties: {}, additionalProperties: false },
    changesOutside: false,
    creditCost: 0,
    run: async () => ({ text: `“${name}” answers from now on.`, handoffTo: childAgentId }),
  }
}
