import * as v from 'valibot'
import { endpoint } from './endpoint.ts'

/** A message of the Model Context Protocol. The MCP SDK checks the rest. */
const Message = v.looseObject({ jsonrpc: v.literal('2.0') })

/**
 * The hosted MCP server: Streamable HTTP without sessions. Its tools call the operations with the API key of the request, so a read key
 * has the tools that read. The protocol describes the messages, and the OpenAPI document omits them.
 */
export const callMcp = endpoint({
  audience: 'browsers',
  method: 'POST',
  path: '/api/v1/mcp/',
  access: 'read',
  body: Message,
  response: Message,
})
