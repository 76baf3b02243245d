import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { delay, every } from '../clock.ts'
import type { Step } from './behaviour.ts'

const CHUNK_BYTES = 64 * 1024

/** Responds to one delivery as the step says. An endless response ends with the connection. */
export async function act(step: Step, response: ServerResponse): Promise<void> {
  const { socket } = response
  if (!socket || !(await delayUnlessClosed(step.delayMs, socket))) return
  const untilClosed = (everyMs: number, callback: () => void) => socket.once('close', every(everyMs, callback))
  switch (step.kind) {
    case 'answer':
      response.writeHead(step.status, step.headers).end(step.body)
      return
    case 'redirect':
      response.writeHead(step.status, { location: step.location }).end()
      return
    case 'reset':
      socket.resetAndDestroy()
      return
    case 'hang':
      return
    case 'drip':
      response.writeHead(step.status, { 'content-type': 'text/plain' }).flushHeaders()
      untilClosed(step.everyMs, () => response.write('.'))
      return
    case 'slow-headers':
      socket.write('HTTP/1.1 200 OK\r\n')
      untilClosed(step.everyMs, () => socket.write('X-Slow: yes\r\n'))
      return
    case 'huge':
      response.writeHead(step.status, { 'content-length': step.bytes })
      // It is no error if the client closes the connection early.
      await pipeline(Readable.from(chunks(step.bytes)), response).catch(() => undefined)
      return
    case 'invalid-http':
      socket.end('this is not HTTP\r\n\r\n')
      return
  }
}

/** Waits. Returns whether the connection is still open. */
async function delayUnlessClosed(ms: number, socket: Socket): Promise<boolean> {
  if (ms === 0) return !socket.destroyed
  const closed = new AbortController()
  socket.once('close', () => closed.abort())
  return delay(ms, closed.signal)
}

function* chunks(bytes: number): Generator<Buffer> {
  const chunk = Buffer.alloc(CHUNK_BYTES, 'x')
  for (let left = bytes; left > 0; left -= CHUNK_BYTES) yield left < CHUNK_BYTES ? chunk.subarray(0, left) : chunk
}
