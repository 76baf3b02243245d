import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import { isObject, parseJson } from '@replywright/contract/json.ts'
import { type Listening, listen } from '../../../platform/outbound/testing/listen.ts'

interface Message {
  readonly id?: unknown
  readonly method: string
  readonly params?: unknown
}

/** The results of a server by method, as values or text of JSON that is sent as it is. */
export type Results = Readonly<Record<string, (params: unknown) => unknown>>

const initialized = {
  protocolVersion: '2025-06-18',
  capabilities: { tools: {} },
  serverInfo: { name: 'plain', version: '1' },
}

export interface PlainMcpServer extends Listening {
  readonly url: string
  readonly seen: string[]
}

interface PlainOptions {
  /** Handles a request itself if it returns true. */
  readonly around?: (request: IncomingMessage, response: ServerResponse, message: Message | undefined) => boolean
  /** Only the transport of 2024: a push stream and an endpoint for messages. */
  readonly isOld?: boolean
}

/** Starts an MCP server of an earlier revision that sends any results, also invalid ones. */
export async function startPlainMcpServer(
  results: Results,
  { around, isOld }: PlainOptions = {},
): Promise<PlainMcpServer> {
  const seen: string[] = []
  let stream: ServerResponse | undefined
  const server = http.createServer(async (request, response) => {
    const message = readMessage(Buffer.concat(await request.toArray()).toString())
    seen.push(message?.method ?? request.method ?? '')
    if (around?.(request, response, message)) return
    if (isOld && request.method === 'GET' && request.url === '/mcp') {
      stream = response.writeHead(200, { 'Content-Type': 'text/event-stream' })
      stream.write('event: endpoint\ndata: /messages\n\n')
      return
    }
    if (isOld && request.url === '/mcp') return void response.writeHead(405).end()
    if (!message || message.id === undefined) return void response.writeHead(message ? 202 : 405).end()
    const text = reply(message, results)
    if (!isOld) return void response.writeHead(200, { 'Content-Type': 'application/json' }).end(text)
    response.writeHead(202).end()
    stream?.write(`event: message\ndata: ${text}\n\n`)
  })
  const listening = await listen(server)
  return { ...listening, url: `http://127.0.0.1:${listening.port}/mcp`, seen }
}

function readMessage(text: string): Message | undefined {
  const value = parseJson(text)?.value
  return isObject(value) ? { ...value, method: String(value.method) } : undefined
}

function reply({ id, method, params }: Message, results: Results): string {
  const result = method === 'initialize' ? initialized : results[method]?.(params)
  if (result === undefined)
    return JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } })
  const json = typeof result === 'string' ? result : JSON.stringify(result)
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${json}}`
}
