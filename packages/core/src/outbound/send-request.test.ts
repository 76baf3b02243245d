import { once } from 'node:events'
import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { KEPT_BODY_BYTES, sendRequest } from './send-request.ts'

vi.mock('../settings.ts', () => ({ settings: { ALLOW_PRIVATE_DESTINATIONS: true } }))

const sockets = new Set<net.Socket>()
const servers: net.Server[] = []

async function serve(server: net.Server): Promise<string> {
  servers.push(server)
  server.on('connection', (socket) => sockets.add(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return `http://127.0.0.1:${isAddress(address) ? address.port : 0}/hook`
}
function isAddress(address: AddressInfo | string | null): address is AddressInfo {
  return typeof address === 'object' && address !== null
}
function post(url: string, deadlineMs = 5000) {
  return sendRequest({ url, headers: { 'Content-Type': 'application/json' }, body: '{"a":"é"}', deadlineMs })
}

beforeEach(() => sockets.clear())
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  for (const server of servers.splice(0)) server.close()
})

test('the exact bytes arrive, and status, headers and body come back', async () => {
  const bodies: string[] = []
  const url = await serve(
    http.createServer(async (request, response) => {
      bodies.push(Buffer.concat(await request.toArray()).toString())
      response.writeHead(201, { 'X-Trace': 'abc' }).end('thanks')
    }),
  )
  const answer = await post(url)
  expect(bodies).toEqual(['{"a":"é"}'])
  expect(answer).toMatchObject({
    outcome: { status: 201 },
    headers: { 'x-trace': 'abc' },
    body: 'thanks',
    bodyCut: false,
  })
})

test('a redirect is not followed', async () => {
  const url = await serve(
    http.createServer((_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()),
  )
  expect(await post(url)).toMatchObject({ outcome: { status: 302 } })
})

test('a body that drips for ever is cut at the deadline and the status stands', async () => {
  const url = await serve(
    http.createServer((_, response) => {
      response.writeHead(200).write('x')
      const drip = setInterval(() => response.write('x'), 20)
      response.on('close', () => clearInterval(drip))
    }),
  )
  expect(await post(url, 300)).toMatchObject({
    outcome: { status: 200 },
    bodyCut: true,
    body: expect.stringMatching(/^x+$/),
  })
})

test('of a huge body only the beginning is kept', async () => {
  const url = await serve(http.createServer((_, response) => response.end(Buffer.alloc(10_000_000, 'y'))))
  const answer = await post(url)
  expect(answer).toMatchObject({ outcome: { status: 200 }, bodyCut: true })
  expect(answer.body).toHaveLength(KEPT_BODY_BYTES)
})

test('no status line before the deadline is a timeout', async () => {
  const url = await serve(http.createServer(() => {}))
  expect(await post(url, 200)).toMatchObject({ outcome: { error: 'timeout' } })
})

test('headers that drip for ever are a timeout', async () => {
  const url = await serve(
    net.createServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      const drip = setInterval(() => socket.write('X-A: b\r\n'), 20)
      socket.on('close', () => clearInterval(drip)).on('error', () => {})
    }),
  )
  expect(await post(url, 300)).toMatchObject({ outcome: { error: 'timeout' } })
})

test('a connection that is reset, or speaks no HTTP, is a reset', async () => {
  const resets = await serve(net.createServer((socket) => socket.once('data', () => socket.resetAndDestroy())))
  expect(await post(resets)).toMatchObject({ outcome: { error: 'reset' } })
  const babbles = await serve(
    net.createServer((socket) => socket.once('data', () => socket.end('hello there\r\n\r\n'))),
  )
  expect(await post(babbles)).toMatchObject({ outcome: { error: 'reset' } })
})

test('nobody listening is refused, an unknown name is dns, plain HTTP behind https is tls', async () => {
  const url = await serve(http.createServer((_, response) => response.end()))
  const closed = net.createServer()
  const closedUrl = await serve(closed)
  closed.close()
  expect(await post(closedUrl)).toMatchObject({ outcome: { error: 'refused' } })
  expect(await post('http://nothing.invalid/')).toMatchObject({ outcome: { error: 'dns' } })
  expect(await post(url.replace('http:', 'https:'))).toMatchObject({ outcome: { error: 'tls' } })
})

test('a connection is used again, and a kept one that was closed meanwhile is replaced at once', async () => {
  let close = false
  const url = await serve(
    http.createServer((request, response) => {
      if (close) request.socket.destroy()
      else response.end('ok')
      close = false
    }),
  )
  await post(url)
  await post(url)
  expect(sockets.size).toBe(1)
  close = true
  expect(await post(url)).toMatchObject({ outcome: { status: 200 } })
  expect(sockets.size).toBe(2)
})
