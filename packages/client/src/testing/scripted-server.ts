import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'

interface ReceivedRequest {
  readonly method: string
  readonly target: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** One response. `hang` never responds, `cut` closes the connection. */
export type ScriptedResponse =
  | { readonly status: number; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> }
  | 'hang'
  | 'cut'

/** Starts a server on 127.0.0.1 that returns the responses in order, then repeats the last. Records requests. */
export async function startScriptedServer(...script: readonly ScriptedResponse[]) {
  const received: ReceivedRequest[] = []
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    received.push({ method, target: url, headers, body: await text(request) })
    const next = script[Math.min(received.length, script.length) - 1] ?? { status: 500 }
    if (next === 'hang') return
    if (next === 'cut') return request.socket.destroy()
    const body = typeof next.body === 'string' ? next.body : JSON.stringify(next.body)
    response.writeHead(next.status, next.headers).end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    received,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
