import { Socket } from 'node:net'

/** Which connections die while a worker is frozen. */
export interface FrozenConnections {
  /** How long the worker must be frozen for that; 0 for any freeze. */
  readonly dieAfterMilliseconds: number
  /** Whether those to AWS services die too. @default true */
  readonly toServices?: boolean
}

/** The connections that a worker keeps from one invocation to the next. */
export interface KeptConnections {
  /** Called when an invocation has ended. */
  freeze(): void
  /** Called when the next one begins. */
  thaw(): void
}

/**
 * Lets open connections die silently, as they do when a worker is frozen for longer than something on the way keeps
 * them: what is written is lost, and nothing arrives any more, neither data nor an end. Watches every client socket of
 * this thread, so it must be called before any other code connects. HTTP/2 is not affected.
 * @param servicesUrl Where AWS services are.
 */
export function keptConnections(
  { dieAfterMilliseconds, toServices = true }: FrozenConnections,
  servicesUrl: string,
): KeptConnections {
  const { port } = new URL(servicesUrl)
  const open = new Set<Socket>()
  let dying: NodeJS.Timeout | undefined
  const die = () => {
    for (const socket of open) {
      if (toServices || socket.remotePort !== Number(port)) silence(socket)
    }
  }
  Socket.prototype.connect = new Proxy(Socket.prototype.connect, {
    apply(connect, socket: Socket, args) {
      open.add(socket)
      socket.once('close', () => open.delete(socket))
      return Reflect.apply(connect, socket, args)
    },
  })
  return {
    freeze() {
      if (dieAfterMilliseconds === 0) die()
      else dying = setTimeout(die, dieAfterMilliseconds).unref()
    },
    thaw() {
      clearTimeout(dying)
    },
  }
}

function silence(socket: Socket): void {
  socket._write = (_chunk, _encoding, callback) => callback()
  socket._writev = (_chunks, callback) => callback()
  // Whatever comes in, the end of the stream included, is put into the stream by this.
  socket.push = () => true
}
