import { type CallToolResult, fromJsonSchema, McpServer } from '@modelcontextprotocol/server'
import { includesRole, type Role } from '@replywright/contract/roles.ts'
import { ApiError, ConnectionError, RateLimitError } from '../../errors.ts'
import { type Connection, send } from '../../send.ts'
import { fillPath, queryText, type Values } from '../../target.ts'
import type { Tool } from './describe-tools.ts'
import { compact, fit } from './fit.ts'
import { validator } from './validator.ts'

export interface ServerOptions {
  readonly tools: readonly Tool[]
  readonly version: string
}

export interface Access {
  readonly connection: Connection
  /** Whether all tools are offered, or only those that read. */
  readonly write: boolean
  /** The role of the owner of the API key. Undefined if unknown: then its tools are offered, and the API refuses calls. */
  readonly role: Role | undefined
}

const INSTRUCTIONS = `Tools of Replywright: agents, conversations, phone numbers, templates, webhooks and webhook deliveries.
To find out why deliveries failed, list webhook deliveries with the status failed, then get one by its id: its explanation, fix and attempts tell the reason.
A list returns one page, without null fields and without hours in which nothing happened; get one item by its id for all of its fields. For the next page, use the \`cursor\` or \`offset\` of the URL in \`next\`.`

const WRITE_INSTRUCTIONS =
  'To send a delivery again, replay it. The copy has a new id: get it to see whether it was delivered.'
const READ_ONLY_INSTRUCTIONS =
  'This server only reads. To allow changes, its operator starts it with --write, or connects with a full API key.'

/** Returns a function that creates an MCP server whose tools are operations of the API. */
export function serverFactory({ tools, version }: ServerOptions): (access: Access) => McpServer {
  const known = tools.map((tool) => {
    const { properties, required } = tool.inputSchema
    const schema = { ...tool.inputSchema, properties: { ...properties }, required: [...required] }
    return { tool, inputSchema: fromJsonSchema<Record<string, unknown>>(schema, validator) }
  })
  return ({ connection, write, role }) => {
    const instructions = `${INSTRUCTIONS}\n${write ? WRITE_INSTRUCTIONS : READ_ONLY_INSTRUCTIONS}`
    const server = new McpServer({ name: 'replywright', version }, { instructions })
    for (const { tool, inputSchema } of known) {
      if (!tool.readOnly && !write) continue
      if (tool.role && role && !includesRole(role, tool.role)) continue
      const { name, title, description, readOnly, destructive } = tool
      const annotations = { title, readOnlyHint: readOnly, destructiveHint: destructive }
      server.registerTool(name, { title, description, inputSchema, annotations }, (input, { mcpReq }) =>
        callTool(connection, tool, input, mcpReq.signal),
      )
    }
    return server
  }
}

/** Calls the operation of a tool. Errors of the API are results, so that the assistant can read them. */
async function callTool(
  connection: Connection,
  tool: Tool,
  input: Values,
  signal: AbortSignal,
): Promise<CallToolResult> {
  const { method, path, query, hasBody } = tool
  try {
    const target = fillPath(path, input) + queryText(Object.fromEntries(query.map((name) => [name, input[name]])))
    const body = hasBody ? JSON.stringify(input.body ?? {}) : undefined
    const result = compact((await send(connection, { method, target, body }, { signal })) ?? { success: true })
    const { text, note } = fit(result)
    return { content: [text, note].filter((part) => part !== undefined).map((part) => ({ type: 'text', text: part })) }
  } catch (error) {
    signal.throwIfAborted()
    return { content: [{ type: 'text', text: describeError(error, tool) }], isError: true }
  }
}

/** Returns an error as `code: message`, then a line for each invalid field. */
function describeError(error: unknown, { readOnly }: Tool): string {
  if (error instanceof RateLimitError)
    return `${error.code}: ${error.message}. Wait ${error.retryAfterSeconds} seconds before the next call.`
  if (error instanceof ApiError)
    return [
      `${error.code}: ${error.message}`,
      ...error.details.map(({ path, message }) => `- ${path ? `${path}: ` : ''}${message}`),
      ...(error.status >= 500 && error.requestId ? [`Request id: ${error.requestId}`] : []),
    ].join('\n')
  if (error instanceof ConnectionError)
    return `${error.reason}: ${error.message}.${readOnly ? '' : ' The change may have happened: read its result before you repeat it.'}`
  return `invalid_input: ${error instanceof Error ? error.message : String(error)}`
}
