import { once } from 'node:events'
import { connect, createServer, type Server } from 'node:net'

/**
 * Forwards connections to a port of `host` to the same port of 127.0.0.1. The parts of the service listen on 127.0.0.1 only, so that
 * `npm start` is not reachable from a network; the ports of a container are published by its user.
 */
export async function forward(host: string, port: number): Promise<Server> {
  const server = createServer({ allowHalfOpen: true }, (incoming) => {
    const outgoing = connect({ host: '127.0.0.1', port, allowHalfOpen: true })
    incoming.pipe(outgoing).pipe(incoming)
    incoming.on('error', () => outgoing.destroy())
    outgoing.on('error', () => incoming.destroy())
  })
  await once(server.listen(port, host), 'listening')
  return server.unref()
}
