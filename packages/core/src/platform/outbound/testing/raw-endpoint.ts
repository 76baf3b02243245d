import net, { type Socket } from 'node:net'
import { type Listening, listen } from './listen.ts'

export interface RawEndpoint extends Listening {
  readonly url: string
}

/** Starts an endpoint on a raw socket. Calls `act` when the first bytes of a request arrive. */
export async function rawEndpoint(act: (socket: Socket) => void): Promise<RawEndpoint> {
  const listening = await listen(net.createServer((socket) => socket.once('data', () => act(socket))))
  return { ...listening, url: `http://127.0.0.1:${listening.port}/hook` }
}

/** Writes `head`, then `chunk` as fast as the other side reads, until the connection is closed. */
export function pour(socket: Socket, head: string, chunk: string | Buffer): void {
  const fill = () => {
    while (!socket.destroyed && socket.write(chunk));
  }
  socket.write(head)
  socket.on('drain', fill)
  fill()
}

/** Writes `head`, then `chunk` every `everyMs`, until the connection is closed. */
export function drip(socket: Socket, head: string, chunk: string, everyMs = 10): void {
  socket.write(head)
  const timer = setInterval(() => socket.write(chunk), everyMs)
  socket.once('close', () => clearInterval(timer))
}
