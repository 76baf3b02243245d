import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { HttpResponse } from './gateway-responses.ts'
import { type HttpRequest, readRequest } from './request.ts'

/** How long a stopping server waits for open requests. */
const SHUTDOWN_GRACE_MILLISECONDS = 5000
/** Longer than the interval of polling clients, which fail if a connection closes while it is used again. */
const KEEP_ALIVE_MILLISECONDS = 65_000

interface ServeOptions {
  /** 0 selects a free port. */
  readonly port: number
  readonly payloadLimitBytes: number
  /** Limit for the request line and all headers together. */
  readonly headLimitBytes: number
  readonly respond: (request: HttpRequest) => Promise<HttpResponse>
}

export interface RunningServer {
  /** Without a trailing slash. */
  readonly url: string
  /** Waits for open requests, for at most five seconds. */
  stop(): Promise<void>
}

/** Serves HTTP on 127.0.0.1. An error of `respond` is printed, and the client receives a 500 without details. */
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
      const timer = setTimeout(() => server.closeAllConnections(), SHUTDOWN_GRACE_MILLISECONDS)
      await closed.promise
      clearTimeout(timer)
    },
  }
}

async function respond(options: ServeOptions, message: IncomingMessage, response: ServerResponse): Promise<void> {
  const { status, headers, body } = await options.respond(await readRequest(message, options.payloadLimitBytes))
  response.statusCode = status
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  response.end(body)
}
