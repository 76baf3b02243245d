import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'

export interface ReceivedRequest {
  readonly method: string
  readonly target: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** One answer; `hang` never answers, `cut` closes the connection. */
export type ScriptedAnswer =
  | { readonly status: number; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> }
  | 'hang'
  | 'cut'

/** A server on 127.0.0.1 that gives the scripted answers in order, the last one for good, and records what it received. */
export async function startScriptedServer(...script: readonly ScriptedAnswer[]) {
  const received: ReceivedRequest[] = []
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    received.push({ method, target: url, headers, body: await text(request) })
    const answer = script[Math.min(received.length, script.length) - 1] ?? { status: 500 }
    if (answer === 'hang') return
    if (answer === 'cut') return request.socket.destroy()
    const body = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body)
    response.writeHead(answer.status, answer.headers).end(body)
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
