import { once } from 'node:events'
import type { Server, Socket } from 'node:net'

/** A test server on a free port of the loopback; disposing of it closes its connections. */
export interface Listening extends AsyncDisposable {
  readonly port: number
  /** Every connection that was opened to it. */
  readonly sockets: readonly Socket[]
}

export async function listen(server: Server): Promise<Listening> {
  const sockets: Socket[] = []
  server.on('connection', (socket) => {
    socket.on('error', () => {})
    sockets.push(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the server does not listen on a port')
  return {
    port: address.port,
    sockets,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
