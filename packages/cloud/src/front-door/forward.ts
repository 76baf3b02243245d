import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http'
import type { Call, Reply } from './call.ts'

/** Forwards a call to an engine. `path` and `body` replace those of the call. */
export type Forward = (call: Call, change?: { readonly path?: string; readonly body?: string }) => Promise<Reply>

/** A forwarded request. Headers of the connection are omitted in both directions. */
interface Outgoing {
  readonly method: string
  /** With the query. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer | string
}

/** A client of one server with persistent connections. */
interface HttpClient {
  send(outgoing: Outgoing): Promise<Reply & { readonly body: Buffer }>
  close(): void
}

const HOP_BY_HOP = new Set(['connection', 'content-length', 'expect', 'host', 'keep-alive', 'transfer-encoding'])

/** Builds a forwarder to one engine. `authorization` replaces the caller's, for engines that read it. */
export function createForward(endpoint: string, authorization?: string): { readonly forward: Forward; close(): void } {
  const { send, close } = createHttpClient(endpoint)
  const forward: Forward = (call, { path = call.url.pathname + call.url.search, body = call.body } = {}) =>
    send({ method: call.method, path, headers: { ...call.headers, ...(authorization && { authorization }) }, body })
  return { forward, close }
}

/** Builds a client. `endpoint` is the server's URL without a path. */
export function createHttpClient(endpoint: string): HttpClient {
  const agent = new Agent({ keepAlive: true })
  const { hostname, port } = new URL(endpoint)
  const send: HttpClient['send'] = ({ method, path, headers: given, body }) =>
    new Promise((resolve, reject) => {
      const headers = { ...endToEnd(given), 'content-length': Buffer.byteLength(body) }
      let hasResponse = false
      const outgoing = request({ agent, hostname, port, path, method, headers }, (response) => {
        hasResponse = true
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const length = method === 'HEAD' && response.headers['content-length']
          resolve({
            status: response.statusCode ?? 500,
            headers: { ...endToEnd(response.headers), ...(length && { 'content-length': length }) },
            body: Buffer.concat(chunks),
          })
        })
      })
      outgoing.on('error', (error) => {
        // The server closed an idle connection at the moment of the request, which it has not read.
        const isStale = outgoing.reusedSocket && !hasResponse && 'code' in error && error.code === 'ECONNRESET'
        if (isStale) resolve(send({ method, path, headers: given, body }))
        else reject(error)
      })
      outgoing.end(body)
    })
  return { send, close: () => agent.destroy() }
}

function endToEnd(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name)))
}
