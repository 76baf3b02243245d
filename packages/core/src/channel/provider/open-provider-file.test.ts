import http from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Listening, listen } from '../../platform/outbound/testing/listen.ts'
import { loopbackGuard } from '../../platform/outbound/testing/post.ts'
import { openProviderFile } from './provider-request.ts'

const seen: { readonly host: string; readonly headers: http.IncomingHttpHeaders }[] = []

let files: Listening
beforeAll(async () => {
  files = await listen(
    http.createServer(({ url = '/', headers }, response) => {
      seen.push({ host: headers.host ?? '', headers })
      const location = new URL(url, at('/')).searchParams.get('to')
      if (location === null) return response.end('bytes')
      response.writeHead(302, { location }).end('moved')
    }),
  )
})
afterAll(() => files[Symbol.asyncDispose]())
beforeEach(() => {
  seen.length = 0
})

/** Every name resolves to this machine, so that two names are two origins. */
const guard = { ...loopbackGuard, resolve: async () => [{ address: '127.0.0.1', family: 4 }] }
const at = (path: string, host = 'files.example') => `http://${host}:${files.port}${path}`
/** Returns a path that redirects to `url`. */
const via = (url: string) => `/?to=${encodeURIComponent(url)}`

async function open(path: string, usedGuard = guard) {
  const file = await openProviderFile(at(path), 'token', 0, AbortSignal.timeout(5000), usedGuard)
  return { status: file.status, text: Buffer.concat(await file.bytes.toArray()).toString() }
}

test('a file is requested with the token and a User-Agent', async () => {
  expect(await open('/')).toEqual({ status: 200, text: 'bytes' })
  expect(seen).toMatchObject([{ headers: { authorization: 'Bearer token', 'user-agent': 'Service-Agent/1.0' } }])
})

test('redirects are followed, with the token only on the origin of the file', async () => {
  expect(await open(via(via(at('/', 'cdn.example'))))).toEqual({ status: 200, text: 'bytes' })
  expect(seen.map(({ host, headers }) => [host, headers.authorization])).toEqual([
    [`files.example:${files.port}`, 'Bearer token'],
    [`files.example:${files.port}`, 'Bearer token'],
    [`cdn.example:${files.port}`, undefined],
  ])
})

test('the fourth redirect is not followed', async () => {
  expect(await open(via(via(via('/'))))).toMatchObject({ status: 200 })
  expect(await open(via(via(via(via('/')))))).toMatchObject({ status: 302 })
})

test.each(['http://169.254.169.254/latest/meta-data/', 'file:///etc/passwd', 'http://['])(
  'a redirect to %s is rejected',
  async (url) => {
    await expect(open(via(url))).rejects.toThrow('the guard rejects the URL of a file')
  },
)

test('a host with a private address is rejected', async () => {
  await expect(open('/', { ...guard, allowPrivate: false })).rejects.toThrow('private or reserved address')
  expect(seen).toEqual([])
})
