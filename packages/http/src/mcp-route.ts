import type { Endpoint } from '@replywright/contract/endpoint.ts'
import { prepareAuthentication } from '@replywright/core/people/authenticate.ts'
import { check } from '@replywright/core/platform/check.ts'
import { settings } from '@replywright/core/platform/settings.ts'
import type { APIGatewayProxyResult } from 'aws-lambda'
// The server that the command `replywright mcp` runs.
import { respondOverHttp } from '../../client/src/cli/mcp/http.ts'
import { serverFactory } from '../../client/src/cli/mcp/server.ts'
import { tools } from '../../client/src/cli/mcp/tools.ts'
import { realTiming } from '../../client/src/timing.ts'
import { authorized, requireCaller } from './authorize.ts'
import { jsonBody } from './body.ts'
import { respond } from './respond.ts'
import { type Handler, type RouteEvent, wrapped } from './stack.ts'

/** API Gateway waits for 29 seconds. */
const TIMEOUT_MILLISECONDS = 20_000

/**
 * Builds the Lambda handler of the hosted MCP server. Its tools call the API with the key of the request, so each call has the key's
 * permission and rate limit, and its own entry in the audit log.
 */
export function mcpRoute(endpoint: Endpoint): Handler {
  prepareAuthentication()
  const createServer = serverFactory({ tools, version: '1' })
  const handle = async (event: RouteEvent): Promise<APIGatewayProxyResult> => {
    check(endpoint.body, event.json)
    const { headers } = event
    const connection = {
      baseUrl: settings.PUBLIC_BASE_URL,
      apiKey: headers['x-api-key'] ?? '',
      fetch: (url: string, init: RequestInit) => fetch(url, init),
      retries: 0,
      timeoutMs: TIMEOUT_MILLISECONDS,
      timing: realTiming,
    }
    const { permission, role } = requireCaller(event)
    const write = permission === 'full'
    const names = ['mcp-protocol-version', 'mcp-method', 'mcp-name', 'last-event-id']
    const given = Object.entries(headers).filter(([name]) => names.includes(name))
    const request = new Request(`${settings.PUBLIC_BASE_URL}${endpoint.path}`, {
      method: endpoint.method,
      // The response is JSON, also for a client that does not say what it accepts.
      headers: {
        ...Object.fromEntries(given.map(([name, value = '']) => [name, value])),
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      // JSON.stringify throws for large integers and deeply nested JSON.
      body: Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8'),
    })
    const response = await respondOverHttp(() => createServer({ connection, write, role }), request)
    const type = response.headers.get('content-type')
    const result = respond(event, response.status, undefined, type === null ? {} : { 'content-type': type })
    return { ...result, body: await response.text() }
  }
  return wrapped(handle, [authorized(endpoint), jsonBody(endpoint)])
}
