import { once } from 'node:events'
import http from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { systemClock } from '../clock.ts'
import { MAX_IDLE_MILLISECONDS, reusingConnections } from './exchange.ts'
import { type Listening, listen } from './testing/listen.ts'

const opened: Listening[] = []
afterEach(async () => {
  for (const listening of opened.splice(0)) await listening[Symbol.asyncDispose]()
})

/** A server, and a function that requests it on a kept connection as if `laterMs` had passed. */
async function server() {
  const listening = await listen(http.createServer((_, response) => response.end('ok')))
  opened.push(listening)
  const request = async (laterMs: number) => {
    const agent = reusingConnections(false, () => systemClock() + laterMs)
    const sent = http.get({ port: listening.port, host: '127.0.0.1', agent })
    const [response] = await once(sent, 'response')
    response.resume()
    await once(sent, 'close')
  }
  return { request, sockets: listening.sockets }
}

test('reuses a connection right after a request', async () => {
  const { request, sockets } = await server()
  await request(0)
  await request(0)
  expect(sockets).toHaveLength(1)
})

test('closes a connection that was idle too long, and opens another', async () => {
  const { request, sockets } = await server()
  await request(0)
  await request(MAX_IDLE_MILLISECONDS + 1000)
  expect(sockets).toHaveLength(2)
  const [idle] = sockets
  if (idle && !idle.closed) await once(idle, 'close')
})
