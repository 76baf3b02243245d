import {
  createMcpHandler,
  isLegacyRequest,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'

/**
 * Responds to one request of Streamable HTTP with JSON. There are no sessions and no streams: `createServer` is called for each request.
 */
export async function respondOverHttp(createServer: () => McpServer, request: Request): Promise<Response> {
  if (!(await isLegacyRequest(request))) {
    const { fetch } = createMcpHandler(createServer, { legacy: 'reject', responseMode: 'json', maxSubscriptions: 0 })
    return await fetch(request)
  }
  const server = createServer()
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    return await transport.handleRequest(request)
  } finally {
    await server.close()
  }
}
