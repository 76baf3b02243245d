import { once } from 'node:events'
import type { Server, Socket } from 'node:net'

/** A server of a test on a free port of the loopback; disposing of it cuts its connections. */
export interface Listening extends AsyncDisposable {
  readonly port: number
  /** Every connection that was made to it. */
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
  if (typeof address !== 'object' || address === null) throw new Error('the server listens on no port')
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
