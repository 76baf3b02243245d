import http from 'node:http'
import { Readable } from 'node:stream'
import { createMcpHandler, fromJsonSchema, McpServer } from '@modelcontextprotocol/server'
import { type Listening, listen } from '../../../platform/outbound/testing/listen.ts'

interface SeenMessage {
  /** The method of the JSON-RPC message, or of HTTP for an empty body. */
  readonly method: string
  readonly headers: http.IncomingHttpHeaders
}

export interface McpEndpoint extends Listening {
  readonly url: string
  readonly seen: SeenMessage[]
}

const anything = (properties: object, required: readonly string[] = []) =>
  fromJsonSchema<Record<string, unknown>>({ type: 'object', properties: { ...properties }, required: [...required] })

function shop(): McpServer {
  const server = new McpServer({ name: 'shop', version: '1.0.0' })
  server.registerTool(
    'find.order',
    {
      description: 'Finds an order',
      inputSchema: anything({ id: { type: 'string', minLength: 2 } }, ['id']),
      annotations: { readOnlyHint: true },
    },
    async ({ id }) => ({ content: [{ type: 'text', text: `order ${id} is sent` }] }),
  )
  server.registerTool('cancel', { description: 'Cancels an order' }, async () => ({
    content: [{ type: 'text', text: 'too late' }],
    isError: true,
  }))
  server.registerTool('show', { description: 'Shows many things' }, async () => ({
    content: [
      { type: 'text', text: 'a picture:' },
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
      { type: 'resource', resource: { uri: 'file:///terms', text: 'the terms', mimeType: 'text/plain' } },
      { type: 'resource', resource: { uri: 'file:///logo', blob: 'AAAA', mimeType: 'image/svg+xml' } },
      { type: 'resource_link', uri: 'https://shop.example/a', name: 'article' },
    ],
  }))
  server.registerTool(
    'count',
    { description: 'Counts', outputSchema: anything({ count: { type: 'number' } }) },
    async () => ({ content: [], structuredContent: { count: 3 } }),
  )
  server.registerTool('crash', { description: 'Crashes' }, async () => {
    throw new Error('the stock is on fire')
  })
  server.registerTool('hang', { description: 'Never ends' }, () => new Promise(() => {}))
  server.registerTool('explain', { description: `Explains ${'x'.repeat(2000)}` }, async () => ({ content: [] }))
  return server
}

/** Starts an MCP server of a shop on the loopback address. `around` wraps the handling of each request. */
export async function startMcpServer(
  options: Parameters<typeof createMcpHandler>[1] = {},
  around: (request: http.IncomingMessage, next: () => Promise<Response>) => Promise<Response> = (_, next) => next(),
): Promise<McpEndpoint> {
  const handler = createMcpHandler(shop, options)
  const seen: SeenMessage[] = []
  const listening = await listen(
    http.createServer(async (incoming, outgoing) => {
      const body = Buffer.concat(await incoming.toArray()).toString()
      const { method = '', headers } = incoming
      seen.push({ method: body ? JSON.parse(body).method : method, headers })
      const url = `http://${headers.host}${incoming.url}`
      const fields = new Headers(Object.entries(headers).map(([name, value]) => [name, String(value)]))
      const request = new Request(url, { method, headers: fields, ...(body && { body }) })
      const response = await around(incoming, () => handler.fetch(request))
      outgoing.writeHead(response.status, Object.fromEntries(response.headers))
      if (response.body) Readable.fromWeb(response.body).pipe(outgoing)
      else outgoing.end()
    }),
  )
  return { ...listening, url: `http://127.0.0.1:${listening.port}/mcp`, seen }
}
