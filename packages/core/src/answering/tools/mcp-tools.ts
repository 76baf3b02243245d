import { isObject, type JsonObject } from '@replywright/contract/json.ts'
import { toolName } from '@replywright/contract/tool-name.ts'
import type { AgentSettings } from '../../agents/agent-settings.ts'
import type { ListedTool } from '../../agents/mcp-connectors/judge-tools.ts'
import { findMcpConnector, openHeaders } from '../../agents/mcp-connectors/mcp-connectors.ts'
import { LIMITS } from '../../agents/model-limits.ts'
import type { Tool, ToolResult } from '../../agents/tool.ts'
import { asData } from './as-data.ts'
import {
  forgetListing,
  type ListingContext,
  listMcpTools,
  type McpConnection,
  type McpListing,
  withMcpClient,
} from './mcp-client.ts'
import { mcpFailureText } from './mcp-failure.ts'
import { mcpResultText } from './mcp-result.ts'
import { hideSecrets, withoutScheme } from './secret-texts.ts'
import { uniquelyNamed } from './tool-name.ts'

/** A connector with its secrets. `allowed` has the names of the tools that the agent may use; null for all. */
export interface OpenConnector extends McpConnection {
  readonly name: string
  readonly allowed: readonly string[] | null
}

export interface McpTools {
  readonly tools: readonly Tool[]
  /** Names of the connectors that are unavailable (`unavailableNote`). */
  readonly unavailable: readonly string[]
}

const DEADLINE_MS = 20_000
/** Models accept about a hundred tools, and each tool costs input tokens. */
const MOST_TOOLS = 64

/** Returns the existing connectors of an agent's configurations that allow at least one tool. */
export async function openConnectors(
  organizationId: string,
  configs: AgentSettings['mcpConfigs'],
): Promise<OpenConnector[]> {
  const opened = await Promise.all(
    configs.map(async ({ connectorId, toolWhitelist }) => {
      const allowed = allowedTools(toolWhitelist)
      const connector = allowed?.length === 0 ? null : await findMcpConnector(organizationId, connectorId)
      if (!connector) return []
      const { id, name, url, version, toolsApprovedAt, toolsWaiting, problems, refusedTools } = connector
      const headers = await openHeaders(connector)
      return [
        {
          organizationId,
          id,
          version,
          toolsApprovedAt,
          toolsWaiting,
          problems,
          refusedTools,
          name,
          url,
          allowed,
          headers,
        },
      ]
    }),
  )
  return opened.flat()
}

/** Parses a whitelist: null allows all tools, an array allows its names, anything else allows none. */
export function allowedTools(toolWhitelist: unknown): readonly string[] | null {
  if (toolWhitelist === null) return null
  return Array.isArray(toolWhitelist) ? toolWhitelist.filter((name) => typeof name === 'string') : []
}

/** The connector's name prefixes a tool name that several tools have. An unavailable connector has no tools. */
export async function mcpTools(connectors: readonly OpenConnector[], context: ListingContext): Promise<McpTools> {
  const listed = await Promise.all(
    connectors.map(async (connector) => ({ connector, listing: await listMcpTools(connector, context) })),
  )
  const offered = listed.flatMap(({ connector, listing }) =>
    listing ? usable(listing, connector).map((tool) => ({ connector, listing, tool })) : [],
  )
  const uses = Map.groupBy(offered, ({ tool }) => toolName(tool.name, 'mcp_tool'))
  const tools = offered.map(({ connector, listing, tool }) => {
    const plain = toolName(tool.name, 'mcp_tool')
    const name = (uses.get(plain)?.length ?? 0) > 1 ? toolName(`${connector.name}_${plain}`, plain) : plain
    return mcpTool(name, tool, connector, listing, context)
  })
  const unavailable = listed.filter(({ listing }) => !listing).map(({ connector }) => connector.name)
  return { tools: uniquelyNamed(tools), unavailable }
}

/** Returns a line for the system prompt about unavailable connectors, or `''`. */
export function unavailableNote(names: readonly string[]): string {
  if (names.length === 0) return ''
  return `These tool servers are not available now: ${names.join(', ')}.`
}

function usable({ tools }: McpListing, { allowed }: OpenConnector): readonly ListedTool[] {
  return tools.filter(({ name }) => !allowed || allowed.includes(name)).slice(0, MOST_TOOLS)
}

function mcpTool(
  name: string,
  tool: ListedTool,
  connector: OpenConnector,
  { reach }: McpListing,
  { guard, reportRefused }: ListingContext,
): Tool {
  const { $schema: _, ...schema } = tool.inputSchema
  const toolDefinition = { ...tool, inputSchema: { ...tool.inputSchema, type: 'object' as const } }
  return {
    name,
    description: asData(connector.name, tool.description ?? tool.title ?? tool.name, LIMITS.descriptionCharacters),
    parameters: markedSchema(schema),
    // The server's own hint (`readOnlyHint`) proves nothing, so a turn never repeats a call.
    changesOutside: true,
    creditCost: 0,
    onRefused: () => reportRefused(connector, tool.name),
    run: async (args, { id, signal }): Promise<ToolResult> => {
      const secrets = [...connector.headers.values()].flatMap(withoutScheme)
      const deadline = AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)])
      try {
        const result = await withMcpClient(
          connector,
          { reach, deadlineMs: DEADLINE_MS, signal: deadline, guard },
          (client, options) =>
            client.callTool(
              { name: tool.name, arguments: { ...args } },
              { ...options, toolDefinition, headers: { 'Idempotency-Key': id } },
            ),
        )
        return { text: hideSecrets(mcpResultText(result), secrets) }
      } catch (error) {
        forgetListing(connector)
        return { text: hideSecrets(await mcpFailureText(error, deadline), secrets) }
      }
    },
  }
}

/** Keywords whose values are data of the schema, not schemas. */
const VALUES = ['const', 'default', 'enum']
/** Keywords for people, which a model does not need. */
const DROPPED = ['$comment', 'examples', 'title']

/** Returns a JSON schema of another author for a model: each description is marked as text from outside. */
export function markedSchema(schema: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(schema).flatMap(([keyword, value]) => {
      if (VALUES.includes(keyword)) return [[keyword, value]]
      if (DROPPED.includes(keyword) && !isObject(value)) return []
      if (keyword === 'description' && typeof value === 'string') return [[keyword, asData('tool', value)]]
      return [[keyword, marked(value)]]
    }),
  )
}

function marked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(marked)
  return isObject(value) ? markedSchema(value) : value
}
