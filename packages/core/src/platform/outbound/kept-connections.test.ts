import { once } from 'node:events'
import http from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { systemClock } from '../clock.ts'
import { keptConnections, LONGEST_REST_MILLISECONDS } from './kept-connections.ts'
import { type Listening, listen } from './testing/listen.ts'

const opened: Listening[] = []
afterEach(async () => {
  for (const listening of opened.splice(0)) await listening[Symbol.asyncDispose]()
})

/** A server, and how a request reaches it by a kept connection some milliseconds from now. */
async function server() {
  const listening = await listen(http.createServer((_, response) => response.end('ok')))
  opened.push(listening)
  const request = async (laterMs: number) => {
    const agent = keptConnections(false, () => systemClock() + laterMs)
    const sent = http.get({ port: listening.port, host: '127.0.0.1', agent })
    const [response] = await once(sent, 'response')
    response.resume()
    await once(sent, 'close')
  }
  return { request, sockets: listening.sockets }
}

test('a connection is used again right after a request', async () => {
  const { request, sockets } = await server()
  await request(0)
  await request(0)
  expect(sockets).toHaveLength(1)
})

test('a connection that rested for too long is closed, and another one opened', async () => {
  const { request, sockets } = await server()
  await request(0)
  await request(LONGEST_REST_MILLISECONDS + 1000)
  expect(sockets).toHaveLength(2)
  const [rested] = sockets
  if (rested && !rested.closed) await once(rested, 'close')
})
