import { Socket } from 'node:net'

/** Selects the connections that die while a worker is frozen. */
export interface FrozenConnections {
  /** The minimum duration of the freeze; 0 for any freeze. */
  readonly dieAfterMilliseconds: number
  /** Whether connections to AWS services also die. @default true */
  readonly toServices?: boolean
}

/** The open connections of a worker between invocations. */
interface KeptConnections {
  /** Called at the end of an invocation. */
  freeze(): void
  /** Called at the start of the next invocation. */
  thaw(): void
}

/**
 * Makes open connections die silently, as if a worker were frozen for longer than a device on the path keeps them.
 * Written data is lost, and neither data nor an end arrives. It watches every client socket of this thread, so it must
 * be called before any other code connects. HTTP/2 is not affected.
 * @param servicesUrl URL of the AWS services.
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
  // All incoming data and the end of the stream pass through this method.
  socket.push = () => true
}
