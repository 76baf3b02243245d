import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http'
import type { Call, Reply } from './call.ts'

/** Passes a call on to an engine. `path` and `body` replace the ones of the call. */
export type Forward = (call: Call, change?: { readonly path?: string; readonly body?: string }) => Promise<Reply>

const HOP_BY_HOP = new Set(['connection', 'content-length', 'expect', 'host', 'keep-alive', 'transfer-encoding'])

/** A way to one engine, over connections that are kept open. `authorization` replaces the caller's, for engines that look at it. */
export function createForward(endpoint: string, authorization?: string): { readonly forward: Forward; close(): void } {
  const agent = new Agent({ keepAlive: true })
  const { hostname, port } = new URL(endpoint)
  const forward: Forward = (call, { path = call.url.pathname + call.url.search, body = call.body } = {}) =>
    new Promise((resolve, reject) => {
      const headers = {
        ...endToEnd(call.headers),
        'content-length': Buffer.byteLength(body),
        ...(authorization && { authorization }),
      }
      const outgoing = request({ agent, hostname, port, path, method: call.method, headers }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const length = call.method === 'HEAD' && response.headers['content-length']
          resolve({
            status: response.statusCode ?? 500,
            headers: { ...endToEnd(response.headers), ...(length && { 'content-length': length }) },
            body: Buffer.concat(chunks),
          })
        })
      })
      outgoing.on('error', reject)
      outgoing.end(body)
    })
  return { forward, close: () => agent.destroy() }
}

function endToEnd(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name)))
}
