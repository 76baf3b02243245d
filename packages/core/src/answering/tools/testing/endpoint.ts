import http from 'node:http'
import { type Listening, listen } from '../../../platform/outbound/testing/listen.ts'
import { loopbackGuard } from '../../../platform/outbound/testing/post.ts'

export interface SeenRequest {
  readonly method: string
  readonly url: string
  readonly headers: http.IncomingHttpHeaders
  readonly body: string
}

export interface Endpoint extends Listening {
  /** Every request, oldest first. */
  readonly requests: SeenRequest[]
  at(path: string): string
}

/** Starts a test server that responds by the path before `?`, and with 404 to other paths. */
export async function startEndpoint(
  routes: Readonly<Record<string, (response: http.ServerResponse, request: SeenRequest) => void>>,
): Promise<Endpoint> {
  const requests: SeenRequest[] = []
  const server = http.createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    const seen = { method, url, headers, body: Buffer.concat(await request.toArray()).toString() }
    requests.push(seen)
    const route = routes[url.split('?')[0] ?? '']
    if (route) route(response, seen)
    else response.writeHead(404).end()
  })
  const listening = await listen(server)
  return { ...listening, requests, at: (path) => `http://127.0.0.1:${listening.port}${path}` }
}

/** A guard that resolves every name to the loopback address. */
export const namesGuard = { ...loopbackGuard, resolve: async () => [{ address: '127.0.0.1', family: 4 }] }
