import http from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { guardedFetch } from './guarded-fetch.ts'
import { type Listening, listen } from './testing/listen.ts'
import { loopbackGuard } from './testing/post.ts'

let endpoint: Listening
let release: () => void = () => {}
beforeAll(async () => {
  endpoint = await listen(
    http.createServer(async (request, response) => {
      const body = Buffer.concat(await request.toArray()).toString()
      const { method, url, headers } = request
      switch (url) {
        case '/echo':
          response.setHeader('Content-Encoding', 'gzip')
          response.setHeader('Set-Cookie', ['a=1', 'b=2'])
          return response.end(gzipSync(JSON.stringify({ method, key: headers['x-key'], body })))
        case '/stream':
          response.write('first')
          release = () => response.end('last')
          return
        case '/nothing':
          return response.writeHead(204).end()
        case '/moved':
          return response.writeHead(302, { location: 'http://169.254.169.254/' }).end()
        case '/odd':
          return response.writeHead(700).end()
        case '/huge':
          return response.end(Buffer.alloc(100_000))
        case '/silent':
          return
      }
    }),
  )
})
afterAll(() => endpoint[Symbol.asyncDispose]())

const fetch = guardedFetch({ deadlineMs: 5000, maxBytes: 10_000 }, loopbackGuard)
const at = (path: string) => new URL(path, `http://127.0.0.1:${endpoint.port}`)

test('sends requests and returns responses like fetch', async () => {
  const response = await fetch(at('/echo'), { method: 'POST', headers: { 'X-Key': 'k' }, body: 'é' })
  expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  expect(await response.json()).toEqual({ method: 'POST', key: 'k', body: 'é' })
  expect(await fetch(at('/nothing'))).toMatchObject({ status: 204, body: null })
})

test('streams the body', async () => {
  const { body } = await fetch(at('/stream'))
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  expect(await reader?.read()).toMatchObject({ value: 'first' })
  release()
  expect(await reader?.read()).toMatchObject({ value: 'last' })
  expect(await reader?.read()).toMatchObject({ done: true })
})

test('rejects a body that is too large', async () => {
  const response = await fetch(at('/huge'))
  await expect(response.text()).rejects.toThrow('larger than 10000 bytes')
})

test('returns a redirect as the response', async () => {
  expect(await fetch(at('/moved'))).toMatchObject({ status: 302 })
})

test('rejects a blocked, invalid, late or aborted request', async () => {
  await expect(fetch('http://169.254.169.254/')).rejects.toMatchObject({ name: 'TypeError', cause: 'blocked_address' })
  await expect(fetch(at('/odd'))).rejects.toThrow(TypeError)
  const hasty = guardedFetch({ deadlineMs: 200, maxBytes: 1000 }, loopbackGuard)
  await expect(hasty(at('/silent'))).rejects.toMatchObject({ name: 'TypeError', cause: 'timeout' })
  const reason = new Error('enough')
  await expect(fetch(at('/silent'), { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
})
