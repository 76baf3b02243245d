import type { AgentSettings } from '../agents/agent-settings.ts'
import { lastImageUrl } from '../media/last-image-url.ts'
import { generateImage } from '../models/generate-image.ts'
import { httpTools } from './http-tool.ts'
import { imageTools } from './image-tool.ts'
import { mcpTools, openConnectors, unavailableNote } from './mcp-tools.ts'
import type { Tool, ToolContext } from './tool.ts'
import { uniquelyNamed } from './tool-name.ts'
import { websiteTools } from './website-tool.ts'

export interface OpenTools {
  readonly tools: readonly Tool[]
  /** Names of the tools that pass the conversation on to another agent. */
  readonly handoffs: ReadonlySet<string>
  /** What the model must know of tools that cannot be used; one line each. */
  readonly notes: readonly string[]
}

/** Models take some hundred tools, and pay for each word of theirs. */
const MOST_TOOLS = 128

/**
 * Every tool that an agent may use in a conversation. `settings` with their secrets.
 * @param signal ends what has to be asked for before, such as the tools of connectors
 */
export async function openTools(
  { organizationId, conversation }: ToolContext,
  settings: AgentSettings,
  { clock, signal }: { readonly clock: () => number; readonly signal: AbortSignal },
): Promise<OpenTools> {
  const connectors = await openConnectors(organizationId, settings.mcpConfigs)
  const mcp = await mcpTools(connectors, { now: clock(), signal })
  const placeholders = {
    phoneNumber: conversation.contactNumber ? `+${conversation.contactNumber}` : '',
    imageUrl: () => lastImageUrl(conversation, clock()),
  }
  const tools = uniquelyNamed([
    ...httpTools(settings.tools, placeholders),
    ...websiteTools(settings.websiteTools),
    ...imageTools(settings.imageGenerateTools, {
      organizationId,
      generateImage: (request) => generateImage({ ...request, now: clock() }),
    }),
    ...mcp.tools,
  ]).slice(0, MOST_TOOLS)
  return { tools, handoffs: new Set(), notes: [unavailableNote(mcp.unavailable)].filter(Boolean) }
}
