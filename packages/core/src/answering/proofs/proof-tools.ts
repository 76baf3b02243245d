import { stringifyExactJson } from '@replywright/contract/exact-json.ts'
import { isOwnTool } from '@replywright/contract/own-tools.ts'
import type { ToolChoice } from '@replywright/contract/proof-fields.ts'
import { toolName } from '@replywright/contract/tool-name.ts'
import type { AgentSettings } from '../../agents/agent-settings.ts'
import type { Tool, ToolResult } from '../../agents/tool.ts'
import type { ToolDoors } from '../tools/open-tools.ts'
import { websiteTools } from '../tools/website-tool.ts'
import { chooseResult } from './choose-result.ts'
import { ANY_TOOL, type Play } from './play.ts'

const NO_RESULT = 'The tool has no effect in a proof, and no result of it was recorded.'

function textOf(result: unknown): string {
  return typeof result === 'string' ? result : stringifyExactJson(result)
}

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
  const { recording } = play.policy
  return {
    ...tool,
    changesOutside: false,
    async run(args, call): Promise<ToolResult> {
      const chosen = chooseResult({
        choice: choiceOf(tool.name, play),
        onlyReads: kind === 'reach' && !tool.changesOutside,
        findSame: () => recording.findSame(tool.name, args),
        findNearest: () => recording.find(tool.name, args),
      })
      play.sources.set(call.id, chosen.source)
      switch (chosen.source) {
        case 'recorded':
        case 'nearest':
          return { text: chosen.text }
        case 'canned':
          return { text: textOf(chosen.result) }
        case 'live':
          return await tool.run(args, call)
        case 'stopped':
          play.stoppedBy = tool.name
          return { text: NO_RESULT }
        case 'none':
          return { text: NO_RESULT }
      }
    },
  }
}

function choiceOf(name: string, { policy: { choices } }: Play): ToolChoice | undefined {
  return choices.get(name) ?? choices.get(ANY_TOOL)
}

/** Returns tools with the results of the proof: a tool with a result is not called. */
export function withCanned(tools: readonly Tool[], play: Play): Tool[] {
  const { canned } = play.policy
  return tools.map((tool) => {
    if (!Object.hasOwn(canned, tool.name)) return tool
    const text = textOf(canned[tool.name])
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
 * Returns the tools of MCP servers that the proof knows: those with a recorded call, a result or a choice, which no tool of the agent has.
 * @param known names of the tools that the agent has
 */
export function knownMcpTools(settings: Named, known: ReadonlySet<string>, play: Play): Tool[] {
  if (settings.mcpConfigs.length === 0) return []
  const { canned, choices, recordedNames } = play.policy
  const own = new Set([
    ...settings.tools.map(({ name }) => toolName(name, 'http_tool')),
    ...websiteTools(settings.websiteTools).map(({ name }) => name),
    ...settings.imageGenerateTools.map(({ name }) => toolName(name, 'generate_image')),
  ])
  const names = new Set([...recordedNames, ...Object.keys(canned), ...choices.keys()])
  return [...names]
    .filter((name) => !known.has(name) && !own.has(name) && !isOwnTool(name) && /^[\w-]{1,64}$/.test(name))
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
