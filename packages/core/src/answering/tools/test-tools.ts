import { parseApiSchema } from '@replywright/contract/api-schema.ts'
import type { ConnectorTest } from '@replywright/contract/dashboard/connectors.ts'
import { SAMPLE_VALUES, type ToolTest } from '@replywright/contract/dashboard/tool-test.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { toolProblem } from '@replywright/contract/tool-problem.ts'
import { findAgent, openAgent } from '../../agents/find-agent.ts'
import { approvalOf, type ListedTool, listingHash, type ToolPins } from '../../agents/mcp-connectors/judge-tools.ts'
import { showProblems } from '../../agents/mcp-connectors/mcp-connector-entity.ts'
import {
  findMcpConnector,
  getMcpConnector,
  openHeaders,
  unmaskHeaders,
  wholeUrl,
} from '../../agents/mcp-connectors/mcp-connectors.ts'
import { findPins, pinApproved, showWaiting } from '../../agents/mcp-connectors/tool-pins.ts'

import { invalidField, notFound, ServiceError } from '../../platform/errors.ts'
import { assertAllowedUrl, type Guard, systemGuard } from '../../platform/outbound/address-guard.ts'
import type { Caller } from '../../platform/request.ts'
import { clip, RESULT_BYTES } from './as-data.ts'
import { callEndpoint } from './http-tool.ts'
import { listTools, type McpServer, withMcpClient } from './mcp-client.ts'
import { McpFailure } from './mcp-failure.ts'
import { validateArguments } from './validate-arguments.ts'

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
  const { headers = {}, connectorId } = input
  const stored = connectorId === undefined ? undefined : await findMcpConnector(organizationId, connectorId)
  if (stored === null) throw invalidField('connectorId', 'no such MCP connector')
  const url = wholeUrl(input.url, stored?.url)
  await assertAllowedUrl(url)
  const values = unmaskHeaders(headers, stored ? await openHeaders(stored) : new Map())
  const pins = stored ? await findPins({ ...stored, url }) : undefined
  const result = await probe({ url, headers: new Map(Object.entries(values)) }, { pins })
  if (stored?.url === url && result.problem === null) {
    await showWaiting(stored, result.tools.filter(({ approval }) => approval !== 'approved').length)
    await showProblems(stored, result.problems)
  }
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
    const { tools, problems } = await withMcpClient(server, { deadlineMs: DEADLINE_MS, signal, guard }, listTools)
    return { problem: null, status: null, problems: [...problems], ...showTools(tools, pins) }
  } catch (error) {
    if (!(error instanceof McpFailure)) throw error
    const { problem, status } = error
    return { problem, status, problems: [], toolsHash: '', tools: [] }
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

/**
 * Approves the tools of a connector's server that the member saw (`ConnectorTest.toolsHash`).
 * @throws ServiceError 404 for an unknown connector, 409 if the server now lists other tools, 502 if it is unavailable
 */
export async function approveTools(
  { organizationId }: Caller,
  id: string,
  toolsHash: string,
  now: EpochMs,
): Promise<undefined> {
  const connector = await getMcpConnector(organizationId, id)
  await assertAllowedUrl(connector.url)
  const server = { url: connector.url, headers: await openHeaders(connector) }
  const signal = AbortSignal.timeout(DEADLINE_MS)
  const { tools } = await withMcpClient(server, { deadlineMs: DEADLINE_MS, signal }, listTools).catch(
    (cause: unknown) => {
      throw new ServiceError('upstream_error', 'The server does not list its tools now. Try again.', undefined, {
        cause,
      })
    },
  )
  if (listingHash(tools) !== toolsHash)
    throw new ServiceError('conflict', 'The tools of the server changed again. Test the connection, and review them.')
  await pinApproved(connector, tools, now)
}

const PLACEHOLDERS = {
  phoneNumber: SAMPLE_VALUES['%PHONE_NUMBER%'],
  imageUrl: async () => SAMPLE_VALUES['%IMAGE_URL%'],
}

/**
 * Sends the request of a stored HTTP tool once, as a turn does. The tool may be inactive. `callId` is sent as
 * `Idempotency-Key`.
 * @throws ServiceError 404 for an unknown agent or tool, 409 and 400 as `sendOnce`
 */
export async function testTool(
  { organizationId }: Caller,
  { id, toolId }: { readonly id: string; readonly toolId: string },
  sent: unknown,
  callId: string,
): Promise<ToolTest> {
  const agent = await findAgent(organizationId, id)
  if (!agent) throw notFound('agent')
  const { settings } = await openAgent(agent)
  const tool = settings.tools.find((each) => each.id === toolId)
  if (!tool) throw notFound('tool')
  return await sendOnce(tool.apiSchema, sent, callId)
}

/**
 * Sends the request that an `apiSchema` with its secrets describes. `sent` are the arguments of the model.
 * @throws ServiceError 409 if agents do not have the tool, 400 for arguments that a turn rejects
 */
export async function sendOnce(
  apiSchema: unknown,
  sent: unknown,
  callId: string,
  guard: Guard = systemGuard,
): Promise<ToolTest> {
  const http = parseApiSchema(apiSchema)
  if ('invalid' in http) throw new ServiceError('conflict', toolProblem(apiSchema) ?? http.invalid)
  const { args, problems } = validateArguments(http.parameters, sent)
  if (problems) throw invalidField('arguments', problems.join(' '))
  const started = performance.now()
  const call = await callEndpoint({ apiSchema, http, placeholders: PLACEHOLDERS, guard }, args, { id: callId })
  const durationMs = Math.round(performance.now() - started)
  if ('refused' in call) throw invalidField('arguments', call.refused)
  const { url, status, text } = call
  const succeeded = status !== null && status >= 200 && status <= 299
  return { method: http.method, url, succeeded, status, durationMs, text: clip(text, RESULT_BYTES) }
}
