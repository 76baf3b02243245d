import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { HttpAnswer } from './gateway-responses.ts'
import { type HttpRequest, readRequest } from './request.ts'

/** How long requests under way may go on when a server stops. */
const GRACE_MILLISECONDS = 5000
/** Longer than a client that polls waits: a connection that is closed just when it is used again is an error there. */
const KEEP_ALIVE_MILLISECONDS = 65_000

/** What a server does with each request. */
export interface ServeOptions {
  /** 0 for a free one. */
  readonly port: number
  readonly payloadLimitBytes: number
  /** Of the request line and all headers together. */
  readonly headLimitBytes: number
  readonly answer: (request: HttpRequest) => Promise<HttpAnswer>
}

/** A server on 127.0.0.1. */
export interface RunningServer {
  /** Without a slash at its end. */
  readonly url: string
  /** Lets requests under way end, for five seconds at most. */
  stop(): Promise<void>
}

/** Serves HTTP on 127.0.0.1; what `answer` throws becomes a bare 500 and is printed. */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  const server = createServer({ maxHeaderSize: options.headLimitBytes }, async (message, response) => {
    try {
      await respond(options, message, response)
    } catch (error) {
      console.error(error)
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'application/json' })
      response.end('{"message":"Internal server error"}')
    }
  })
  server.keepAliveTimeout = KEEP_ALIVE_MILLISECONDS
  const listening = Promise.withResolvers<void>()
  server.once('error', listening.reject)
  server.listen(options.port, '127.0.0.1', listening.resolve)
  await listening.promise
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : options.port
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      const closed = Promise.withResolvers<void>()
      server.close(() => closed.resolve())
      server.closeIdleConnections()
      const timer = setTimeout(() => server.closeAllConnections(), GRACE_MILLISECONDS)
      await closed.promise
      clearTimeout(timer)
    },
  }
}

async function respond(options: ServeOptions, message: IncomingMessage, response: ServerResponse): Promise<void> {
  const { status, headers, body } = await options.answer(await readRequest(message, options.payloadLimitBytes))
  response.statusCode = status
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  response.end(body)
}
