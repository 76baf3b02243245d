import { stringifyExactJson } from '@replywright/contract/exact-json.ts'
import { toolName } from '@replywright/contract/tool-name.ts'
import type { AgentSettings } from '../../agents/agent-settings.ts'
import type { Tool, ToolResult } from '../../agents/tool.ts'
import type { ToolDoors } from '../tools/open-tools.ts'
import { websiteTools } from '../tools/website-tool.ts'
import type { Play, ResultSource } from './play.ts'

const NO_RESULT = 'The tool has no effect in a proof, and no result of it was recorded.'

/** Returns doors that are closed: what tools do stays in the play, and tools with an effect outside are not called. */
export function closedDoors(play: Play): ToolDoors {
  return {
    async writeMemory({ agentId }, values) {
      play.memory.set(agentId, new Map([...(play.memory.get(agentId) ?? []), ...values]))
    },
    pendingWakeUps: async () => play.wakeUps,
    async createWakeUp(_, { id, configId, reason, fireAt }) {
      const wakeUp = { id, configId, reason, fireAt }
      play.wakeUps = [...play.wakeUps.filter((each) => each.id !== id), wakeUp]
      return wakeUp
    },
    // A server is not asked for its tools: that is a request, too.
    openMcpTools: async () => ({ tools: [], unavailable: [] }),
    limit: (tools, kind) => tools.map((tool) => limited(tool, kind, play)),
  }
}

/** Returns a tool that takes its result from the proof, or runs if it only reads and the proof allows it. */
function limited(tool: Tool, kind: 'reach' | 'create', play: Play): Tool {
  const { recording, live } = play.policy
  const mayRun = live && kind === 'reach' && !tool.changesOutside
  return {
    ...tool,
    changesOutside: false,
    async run(args, call): Promise<ToolResult> {
      const told = (source: ResultSource, text: string) => {
        play.sources.set(call.id, source)
        return { text }
      }
      const same = recording.findSame(tool.name, args)
      if (same) return told('recorded', same.text)
      if (mayRun) {
        play.sources.set(call.id, 'live')
        return await tool.run(args, call)
      }
      const nearest = recording.find(tool.name, args)
      return nearest ? told(nearest.fit, nearest.text) : told('none', NO_RESULT)
    },
  }
}

/** Returns tools with the results of the proof: a tool with a result is not called. */
export function withCanned(tools: readonly Tool[], play: Play): Tool[] {
  const { canned } = play.policy
  return tools.map((tool) => {
    if (!Object.hasOwn(canned, tool.name)) return tool
    const result = canned[tool.name]
    const text = typeof result === 'string' ? result : stringifyExactJson(result)
    return {
      ...tool,
      changesOutside: false,
      async run(_, { id }) {
        play.sources.set(id, 'canned')
        return { text }
      },
    }
  })
}

type Named = Pick<AgentSettings, 'tools' | 'websiteTools' | 'imageGenerateTools' | 'mcpConfigs'>

/**
 * Returns the tools of MCP servers that the proof knows: those with a recorded call or a result, which no tool of the agent has.
 * @param known names of the tools that the agent has
 */
export function knownMcpTools(settings: Named, known: ReadonlySet<string>, play: Play): Tool[] {
  if (settings.mcpConfigs.length === 0) return []
  const { canned, recordedNames } = play.policy
  const own = new Set([
    ...settings.tools.map(({ name }) => toolName(name, 'http_tool')),
    ...websiteTools(settings.websiteTools).map(({ name }) => name),
    ...settings.imageGenerateTools.map(({ name }) => toolName(name, 'generate_image')),
  ])
  const names = new Set([...recordedNames, ...Object.keys(canned)])
  return [...names]
    .filter((name) => !known.has(name) && !own.has(name) && !OWN_TOOLS.has(name) && /^[\w-]{1,64}$/.test(name))
    .map((name) =>
      limited(
        {
          name,
          description: `The tool ${name} of a tool server.`,
          parameters: { type: 'object', properties: {}, additionalProperties: true },
          changesOutside: true,
          creditCost: 0,
          run: async () => ({ text: NO_RESULT }),
        },
        'reach',
        play,
      ),
    )
}

/** Tools of the service. An agent that no longer has one must not get it back. */
const OWN_TOOLS = new Set([
  'ask_for_human',
  'offer_choices',
  'recall',
  'schedule_wake_up',
  'search_documents',
  'update_memory',
])
