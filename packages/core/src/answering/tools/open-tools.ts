import type { EpochMs } from '@replywright/contract/time.ts'
import type { AgentSettings } from '../../agents/agent-settings.ts'
import { documentTools } from '../../agents/documents/search/search-documents.ts'
import { findAgentHead, type OpenAgent } from '../../agents/find-agent.ts'
import { addRefused, showProblems } from '../../agents/mcp-connectors/mcp-connector-entity.ts'
import { selectApproved } from '../../agents/mcp-connectors/tool-pins.ts'
import { LIMITS } from '../../agents/model-limits.ts'
import { generateImage } from '../../agents/models/generate-image.ts'
import type { Tool } from '../../agents/tool.ts'
import { capabilitiesOf } from '../../channel/capabilities.ts'
import type { NumberItem } from '../../channel/numbers/number-entity.ts'
import type { ConversationItem } from '../../conversations/conversation-entity.ts'
import { lastImageUrl } from '../../conversations/media/media.ts'
import { windowEnd } from '../../conversations/service-window/window.ts'
import type { Clock } from '../../platform/clock.ts'
import { writeMemory } from '../memory/memory-store.ts'
import { memoryTools } from '../memory/memory-tool.ts'
import { createWakeUp, pendingWakeUps } from '../wake-ups/wake-up-store.ts'
import { type WakeUps, wakeUpNote, wakeUpTools } from '../wake-ups/wake-up-tool.ts'
import { askForHumanTools, askForNumberTools, choicesTool, handoffTools } from './conversation-tools.ts'
import { httpTools } from './http-tool.ts'
import { imageTools } from './image-tool.ts'
import { type McpTools, mcpTools, openConnectors, unavailableNote } from './mcp-tools.ts'
import { recallTools } from './recall-tool.ts'
import { uniquelyNamed } from './tool-name.ts'
import { websiteTools } from './website-tool.ts'

export interface OpenTools {
  readonly tools: readonly Tool[]
  /** Names of the tools that pass the conversation to another agent. */
  readonly handoffs: ReadonlySet<string>
  /** Notes for the model about its tools, one line each. */
  readonly notes: readonly string[]
}

/** The turn that opens tools. */
export interface Opening {
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly startedAt: EpochMs
  /** The results of earlier tool calls that the history has only in part, by the id of the call. */
  readonly results: ReadonlyMap<string, string>
}

/** What tools do outside of the turn. */
export interface ToolDoors {
  /** Stores what the agent learns about the customer. */
  readonly writeMemory: typeof writeMemory
  readonly pendingWakeUps: (conversation: ConversationItem) => ReturnType<WakeUps['pending']>
  readonly createWakeUp: (
    conversation: ConversationItem,
    wakeUp: Parameters<WakeUps['create']>[0] & { readonly agentId: string },
  ) => ReturnType<WakeUps['create']>
  /** Returns the tools of MCP servers. */
  readonly openMcpTools: typeof openMcpTools
  /** Returns tools that reach something outside of the service, or create files, as the turn may use them. */
  readonly limit: (tools: readonly Tool[], kind: 'reach' | 'create') => readonly Tool[]
}

const OPEN_DOORS: ToolDoors = { writeMemory, pendingWakeUps, createWakeUp, openMcpTools, limit: (tools) => tools }

/** Lists the tools of the MCP servers of an agent. */
async function openMcpTools(
  organizationId: string,
  { mcpConfigs }: Pick<AgentSettings, 'mcpConfigs'>,
  { clock, signal }: Pick<Opening, 'clock' | 'signal'>,
): Promise<McpTools> {
  return await mcpTools(await openConnectors(organizationId, mcpConfigs), {
    now: clock(),
    signal,
    approve: selectApproved,
    report: showProblems,
    reportRefused: addRefused,
  })
}

/**
 * Returns all tools of an agent in a conversation.
 * @param signal ends the requests for the tools of connectors
 * @param startedAt the start of the turn
 * @param doors what the tools do outside
 */
export async function openTools(
  context: ToolContext,
  { stored, settings }: OpenAgent,
  opening: Opening,
  doors: ToolDoors = OPEN_DOORS,
): Promise<OpenTools> {
  const { clock, startedAt, results } = opening
  const { organizationId, agentId, conversation, number } = context
  const [mcp, documents, handoffs] = await Promise.all([
    doors.openMcpTools(organizationId, settings, opening),
    documentTools(stored),
    handoffTools(settings.handoffTools, async (id) => (await findAgentHead(organizationId, id))?.name),
  ])
  const placeholders = {
    phoneNumber: conversation.contactNumber ? `+${conversation.contactNumber}` : '',
    imageUrl: () => lastImageUrl(conversation, clock()),
  }
  const wakeUps: WakeUps = {
    windowEnd: windowEnd(conversation.lastInboundAt, number.sandbox ? null : capabilitiesOf(number).windowSeconds),
    pending: () => doors.pendingWakeUps(conversation),
    create: (wakeUp) => doors.createWakeUp(conversation, { ...wakeUp, agentId }),
  }
  const canAskForNumber = !number.sandbox && capabilitiesOf(number).numberRequest !== undefined
  const wakingTools = wakeUpTools(settings.wakeUpConfigs, wakeUps)
  // Handoffs and built-in tools come first, because the first of two tools with the same name retains it.
  const tools = uniquelyNamed([
    ...handoffs,
    ...askForHumanTools(settings.askForHuman),
    choicesTool,
    ...askForNumberTools(conversation.contactNumber, canAskForNumber),
    ...recallTools(results),
    ...memoryTools(settings.memoryKeys, (values, now) =>
      doors.writeMemory(context, values, { now, knownAt: startedAt }),
    ),
    ...wakingTools,
    ...documents,
    ...doors.limit([...httpTools(settings.tools, placeholders), ...websiteTools(settings.websiteTools)], 'reach'),
    ...doors.limit(
      imageTools(settings.imageGenerateTools, {
        organizationId,
        generateImage: (request) => generateImage({ ...request, now: clock() }),
      }),
      'create',
    ),
    ...doors.limit(mcp.tools, 'reach'),
  ]).slice(0, LIMITS.tools)
  return {
    tools,
    handoffs: new Set(handoffs.map(({ name }) => name)),
    notes: [unavailableNote(mcp.unavailable), wakeUpNote(wakingTools, wakeUps)].filter(Boolean),
  }
}

export interface ToolContext {
  readonly organizationId: string
  readonly agentId: string
  readonly conversation: ConversationItem
  readonly number: NumberItem
}
