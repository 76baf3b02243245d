import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

export interface Listening {
  port: number
  /** Without a trailing slash. */
  url: string
  /** Rejects new connections and closes open ones. */
  close(): Promise<void>
}

/** Serves on 127.0.0.1; port 0 selects a free one. A handler's error is a 500 with its message for tests and people. */
export async function listen(
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  port = 0,
): Promise<Listening> {
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      if (response.headersSent) return void response.destroy()
      answer(response, { status: 500, body: { error: String(error) } })
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return {
    port: address.port,
    url: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Returns the exact bytes of a request's body. */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

/** The response of a handler. A string is HTML, bytes are sent unchanged, anything else is JSON. */
export interface Reply {
  status: number
  body?: unknown
  headers?: Record<string, string>
}

export function answer(response: ServerResponse, { status, body, headers }: Reply): void {
  if (body === undefined) return void response.writeHead(status, headers).end()
  const [type, payload] =
    typeof body === 'string'
      ? ['text/html; charset=utf-8', body]
      : Buffer.isBuffer(body)
        ? ['application/octet-stream', body]
        : ['application/json; charset=utf-8', `${JSON.stringify(body)}\n`]
  response.writeHead(status, { 'content-type': type, ...headers }).end(payload)
}
