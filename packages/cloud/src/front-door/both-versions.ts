import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createHttp2Server, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import { createServer as createTcpServer, type Server, type Socket } from 'node:net'

export type Request = IncomingMessage | Http2ServerRequest
export type Response = ServerResponse | Http2ServerResponse

/** The first bytes of a client of HTTP/2 (RFC 9113 section 3.4). */
const PREFACE = 'PRI * HTTP/2'

/** Creates a server of HTTP/1.1 and, for clients that begin with it, of HTTP/2 on one port. */
export function createServerOfBothVersions(
  handle: (request: Request, response: Response) => void,
  keepAliveMilliseconds: number,
): { readonly server: Server; readonly closeConnections: () => void } {
  const http1 = createServer({ keepAliveTimeout: keepAliveMilliseconds }, handle)
  const http2 = createHttp2Server(handle)
  const sockets = new Set<Socket>()
  const server = createTcpServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    socket.once('data', (first) => {
      socket.pause()
      socket.unshift(first)
      const isHttp2 = first.toString('latin1', 0, PREFACE.length) === PREFACE
      // A session of HTTP/2 reads the socket itself.
      if (isHttp2) http2.emit('connection', socket)
      else {
        http1.emit('connection', socket)
        socket.resume()
      }
    })
  })
  const closeConnections = () => {
    for (const socket of sockets) socket.destroy()
  }
  return { server, closeConnections }
}

/** Ends the connection of a request without a response. */
export function cutConnection(request: Request): void {
  if ('stream' in request) request.stream.session?.destroy()
  else request.socket.resetAndDestroy()
}
