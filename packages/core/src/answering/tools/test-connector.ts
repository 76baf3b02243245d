import type { ConnectorTest } from '@messaging/contract/dashboard/connectors.ts'
import { findMcpConnector, openHeaders } from '../../agents/mcp-connectors/get-mcp-connector.ts'
import { approvalOf, type ListedTool, listingHash, type ToolPins } from '../../agents/mcp-connectors/judge-tools.ts'
import { findPins, showWaiting } from '../../agents/mcp-connectors/tool-pins.ts'
import { unmaskHeaders } from '../../agents/mcp-connectors/write-mcp-connector.ts'
import type { Caller } from '../../platform/caller.ts'
import { invalidField } from '../../platform/errors.ts'
import { assertAllowedUrl, type Guard } from '../../platform/outbound/address-guard.ts'
import { type McpServer, withMcpClient } from './mcp-client.ts'
import { listTools } from './mcp-listing.ts'
import { findOutboundError } from './mcp-result.ts'

const DEADLINE_MS = 10_000
const MOST_TOOLS = 200
const LONGEST_DESCRIPTION = 300
const LONGEST_SCHEMA = 16 * 1024

/**
 * Connects to the server of a new or changed connector and lists its tools. Masked header values are those of the
 * stored connector. The number of tools that wait is stored, if the server is that of the stored connector.
 * @throws ServiceError 400 for a destination that is not allowed, or a connector of another organisation
 */
export async function testConnector(
  { organizationId }: Caller,
  input: {
    readonly url: string
    readonly headers?: Readonly<Record<string, string>>
    readonly connectorId?: string
  },
): Promise<ConnectorTest> {
  const { url, headers = {}, connectorId } = input
  await assertAllowedUrl(url)
  const stored = connectorId === undefined ? undefined : await findMcpConnector(organizationId, connectorId)
  if (stored === null) throw invalidField('connectorId', 'no such MCP connector')
  const values = unmaskHeaders(headers, stored ? await openHeaders(stored) : new Map())
  const pins = stored ? await findPins({ ...stored, url }) : undefined
  const result = await probe({ url, headers: new Map(Object.entries(values)) }, { pins })
  if (stored?.url === url && result.problem === null)
    await showWaiting(stored, result.tools.filter(({ approval }) => approval !== 'approved').length)
  return result
}

interface ProbeOptions {
  /** The tools that were approved. @default all tools are */
  readonly pins?: ToolPins | undefined
  readonly guard?: Guard
}

/** Connects to an MCP server. Returns its tools, or why they could not be listed. */
export async function probe(server: McpServer, { pins, guard }: ProbeOptions = {}): Promise<ConnectorTest> {
  const signal = AbortSignal.timeout(DEADLINE_MS)
  try {
    const { tools } = await withMcpClient(server, { deadlineMs: DEADLINE_MS, signal, guard }, listTools)
    return { problem: null, status: null, ...showTools(tools, pins) }
  } catch (error) {
    return { ...(await problemOf(error, signal)), toolsHash: '', tools: [] }
  }
}

/**
 * Returns the tools as the dashboard shows them, those that wait for approval first. `toolsHash` is empty if something
 * that waits is not shown completely: a member approves only what was shown.
 */
export function showTools(
  tools: readonly ListedTool[],
  pins: ToolPins | undefined,
): Pick<ConnectorTest, 'toolsHash' | 'tools'> {
  const { approved = [], waiting = [] } = Object.groupBy(tools, (tool) =>
    approvalOf(tool, pins) === 'approved' ? 'approved' : 'waiting',
  )
  const schemas = waiting.map(({ inputSchema }) => JSON.stringify(inputSchema, null, 2))
  const isWhole = waiting.length <= MOST_TOOLS && schemas.every(({ length }) => length <= LONGEST_SCHEMA)
  const shown = [
    ...waiting.map((tool, index) => ({
      ...named(tool),
      approval: approvalOf(tool, pins),
      inputSchema: schemas[index]?.slice(0, LONGEST_SCHEMA),
    })),
    ...approved.map((tool) => {
      const { name, description } = named(tool)
      return { name, description: description.slice(0, LONGEST_DESCRIPTION), approval: 'approved' as const }
    }),
  ]
  return { toolsHash: isWhole ? listingHash(tools) : '', tools: shown.slice(0, MOST_TOOLS) }
}

function named({ name, title, description = title ?? '' }: ListedTool) {
  return { name, description }
}

async function problemOf(error: unknown, signal: AbortSignal): Promise<Pick<ConnectorTest, 'problem' | 'status'>> {
  if (signal.aborted) return { problem: 'timeout', status: null }
  const { SdkHttpError, UnauthorizedError } = await import('./mcp.ts')
  if (error instanceof UnauthorizedError) return { problem: 'unauthorized', status: 401 }
  if (error instanceof SdkHttpError) {
    const { status } = error
    if (status === 401 || status === 403) return { problem: 'unauthorized', status }
    return { problem: status === 404 || status === 405 ? 'not_found' : 'status', status }
  }
  return { problem: findOutboundError(error) ?? 'protocol', status: null }
}
