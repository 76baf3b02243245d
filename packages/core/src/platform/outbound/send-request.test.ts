import http from 'node:http'
import { afterEach, expect, test, vi } from 'vitest'
import { reusingConnections } from './exchange.ts'
import { KEPT_BODY_BYTES } from './send-request.ts'
import { type Listening, listen } from './testing/listen.ts'
import { post } from './testing/post.ts'

const opened: Listening[] = []
afterEach(async () => {
  for (const listening of opened.splice(0)) await listening[Symbol.asyncDispose]()
})

async function serve(handler: http.RequestListener): Promise<Listening & { readonly url: string }> {
  const listening = await listen(http.createServer(handler))
  opened.push(listening)
  return { ...listening, url: `http://127.0.0.1:${listening.port}/hook?a=b` }
}

test('sends the exact bytes, and returns status, headers and body', async () => {
  const requests: { line: string; headers: http.IncomingHttpHeaders; body: Buffer }[] = []
  const { url } = await serve(async (request, response) => {
    const { method, headers } = request
    requests.push({ line: `${method} ${request.url}`, headers, body: Buffer.concat(await request.toArray()) })
    response.writeHead(201, { 'X-Trace': 'abc' }).end('thanks')
  })
  const body = JSON.stringify({ text: 'é😀\u0000'.repeat(20_000) })
  const response = await post(url, 5000, body)
  expect(requests).toMatchObject([
    { line: 'POST /hook?a=b', headers: { 'content-length': String(Buffer.byteLength(body)) } },
  ])
  expect(requests[0]?.body.equals(Buffer.from(body))).toBe(true)
  expect(requests[0]?.headers).not.toHaveProperty('accept-encoding')
  expect(response).toMatchObject({
    outcome: { status: 201 },
    headers: { 'x-trace': 'abc' },
    body: 'thanks',
    bodyCut: false,
  })
})

test('keeps only the beginning of a body, without a split character', async () => {
  const { url } = await serve((_, response) => response.end(`a${'é'.repeat(KEPT_BODY_BYTES)}`))
  const { body, bodyCut } = await post(url)
  expect({ body, bodyCut }).toEqual({ body: `a${'é'.repeat(KEPT_BODY_BYTES / 2 - 1)}`, bodyCut: true })
})

test('does not cut a body of exactly the limit', async () => {
  const { url } = await serve((_, response) => response.end('y'.repeat(KEPT_BODY_BYTES)))
  expect(await post(url)).toMatchObject({ body: 'y'.repeat(KEPT_BODY_BYTES), bodyCut: false })
})

test('keeps only the first headers', async () => {
  const { url } = await serve((_, response) =>
    response.writeHead(200, { 'X-First': 'kept', 'X-Second': 'z'.repeat(2000) }).end(),
  )
  expect((await post(url)).headers).toEqual({ 'x-first': 'kept' })
})

test('reports a closed port as refused and an unknown name as dns', async () => {
  const { url } = await serve((_, response) => response.end())
  for (const listening of opened.splice(0)) await listening[Symbol.asyncDispose]()
  expect(await post(url)).toMatchObject({ outcome: { error: 'refused' } })
  expect(await post('http://nothing.invalid/')).toMatchObject({ outcome: { error: 'dns' } })
})

test('reuses the connection for consecutive requests', async () => {
  const { url, sockets } = await serve((_, response) => response.end('ok'))
  for (let n = 0; n < 5; n++) expect(await post(url)).toMatchObject({ outcome: { status: 200 } })
  expect(sockets).toHaveLength(1)
})

test('reports a reset and does not retry if a kept connection was closed', async () => {
  const posts: number[] = []
  let close = false
  const { url, sockets } = await serve((request, response) => {
    posts.push(sockets.indexOf(request.socket))
    if (close) request.socket.destroy()
    else response.end('ok')
  })
  await post(url)
  close = true
  expect(await post(url)).toMatchObject({ outcome: { error: 'reset' } })
  expect(posts).toEqual([0, 0])
})

test('does not reuse a connection that was closed between two requests', async () => {
  const { url, sockets } = await serve((_, response) => response.end('ok'))
  await post(url)
  const [kept] = sockets
  kept?.destroy()
  await vi.waitFor(() => expect(Object.keys(reusingConnections(false).freeSockets)).toEqual([]), 30_000)
  expect(await post(url)).toMatchObject({ outcome: { status: 200 } })
  expect(sockets).toHaveLength(2)
})

test('sends ten requests in parallel, and only the one without a response fails', async () => {
  let waiting = 0
  const held: http.ServerResponse[] = []
  const { url } = await serve((request, response) => {
    if (request.url === '/slow') return
    waiting += 1
    held.push(response)
    // Responds only when all requests have arrived.
    if (waiting === 9) for (const each of held) each.end('ok')
  })
  const slow = post(new URL('/slow', url).href, 600)
  const quick = await Promise.all(Array.from({ length: 9 }, () => post(url)))
  expect(quick.map(({ outcome }) => outcome)).toEqual(Array(9).fill({ status: 200 }))
  expect(await slow).toMatchObject({ outcome: { error: 'timeout' } })
})
