import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server'
import type { Connection } from '../../send.ts'
import { callTool } from './call-tool.ts'
import type { Tool } from './describe-tools.ts'

export interface ServerOptions {
  readonly connection: Connection
  /** All tools. Without `write` only those that read are offered. */
  readonly tools: readonly Tool[]
  readonly write: boolean
  readonly version: string
}

const INSTRUCTIONS = `Tools of the Agent Messaging Service API: agents, conversations, phone numbers, templates, webhooks and webhook deliveries.
To find out why deliveries failed, list webhook deliveries with the status failed, then get one by its id: its explanation, fix and attempts tell the reason.
A list returns one page. For the next page, use the \`cursor\` or \`offset\` of the URL in \`next\`.`

const WRITE_INSTRUCTIONS =
  'To send a delivery again, replay it. The copy has a new id: get it to see whether it was delivered.'
const READ_ONLY_INSTRUCTIONS = 'This server only reads. To allow changes, its operator starts it with --write.'

/** Returns a function that creates an MCP server whose tools are operations of the API. */
export function serverFactory({ connection, tools, write, version }: ServerOptions): () => McpServer {
  const offered = tools
    .filter(({ readOnly }) => readOnly || write)
    .map((tool) => {
      const { properties, required } = tool.inputSchema
      const schema = { ...tool.inputSchema, properties: { ...properties }, required: [...required] }
      return { tool, inputSchema: fromJsonSchema<Record<string, unknown>>(schema) }
    })
  const instructions = `${INSTRUCTIONS}\n${write ? WRITE_INSTRUCTIONS : READ_ONLY_INSTRUCTIONS}`
  return () => {
    const server = new McpServer({ name: 'agent-messaging-service', version }, { instructions })
    for (const { tool, inputSchema } of offered) {
      const { name, title, description, readOnly, destructive } = tool
      const annotations = { title, readOnlyHint: readOnly, destructiveHint: destructive }
      server.registerTool(name, { title, description, inputSchema, annotations }, (input, { mcpReq }) =>
        callTool(connection, tool, input, mcpReq.signal),
      )
    }
    return server
  }
}
