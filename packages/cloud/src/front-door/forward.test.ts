import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { createHttpClient } from './forward.ts'

/** Starts a server that handles the first request of each connection, and passes later ones to `onReuse`. */
async function startServer(onReuse: (request: IncomingMessage, response: ServerResponse) => void) {
  const used = new WeakSet<object>()
  const server = createServer((request, response) => {
    if (used.has(request.socket)) return onReuse(request, response)
    used.add(request.socket)
    request.resume().on('end', () => response.end(request.method))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const { send, close } = createHttpClient(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
  return {
    send: async (method: string) => String((await send({ method, path: '/', headers: {}, body: 'x' })).body),
    [Symbol.asyncDispose]: async () => {
      close()
      server.close()
      await once(server, 'close')
    },
  }
}

test('a request on a connection that the server has just closed is sent on another one', async () => {
  await using server = await startServer(({ socket }) => socket.resetAndDestroy())
  expect(await server.send('GET')).toBe('GET')
  expect(await server.send('POST')).toBe('POST')
})

test('a response that is cut off is an error', async () => {
  let requests = 0
  await using server = await startServer((_, response) => {
    requests += 1
    response.writeHead(200, { 'content-length': 10 })
    response.write('x', () => response.socket?.resetAndDestroy())
  })
  expect(await server.send('GET')).toBe('GET')
  await expect(server.send('POST')).rejects.toThrow()
  expect(requests).toBe(1)
})
