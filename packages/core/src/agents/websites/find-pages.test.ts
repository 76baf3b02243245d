import http from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Listening, listen } from '../../platform/outbound/testing/listen.ts'
import { loopbackGuard } from '../../platform/outbound/testing/post.ts'
import { fetchFile, judgeResponse, readPageText } from './fetch-page.ts'
import { findPages } from './find-pages.ts'
import { isSameSite, looksLikeSitemap, pageUrl } from './page-urls.ts'

type Reply = { readonly status?: number; readonly headers?: Record<string, string>; readonly body?: string | Buffer }

const replies = new Map<string, Reply>()
let server: Listening
beforeAll(async () => {
  server = await listen(
    http.createServer((request, response) => {
      const { status = 200, headers = {}, body = '' } = replies.get(request.url ?? '') ?? { status: 404 }
      response.writeHead(status, headers).end(body)
    }),
  )
})
afterAll(() => server[Symbol.asyncDispose]())

const at = (path: string) => `http://127.0.0.1:${server.port}${path}`
const urlset = (...paths: readonly string[]) =>
  `<urlset>${paths.map((path) => `<url><loc>${path.startsWith('/') ? at(path) : path}</loc></url>`).join('')}</urlset>`
const index = (...paths: readonly string[]) =>
  `<sitemapindex>${paths.map((path) => `<sitemap><loc>${path.startsWith('/') ? at(path) : path}</loc></sitemap>`).join('')}</sitemapindex>`
const find = async (path: string, pages: readonly string[] = [], most = 200) =>
  await findPages({ url: at(path), pages: pages.map(at) }, () => 0, { most, guard: loopbackGuard })

describe('the pages of a website', () => {
  test('are those that its author named, then those of its sitemaps', async () => {
    replies.set('/sitemap.xml', { body: urlset('/a', '/b#part', '/a') })
    expect(await find('/sitemap.xml', ['/first'])).toEqual({
      urls: [at('/first'), at('/a'), at('/b')],
      problems: [],
      isComplete: true,
      isOver: false,
    })
  })

  test('are the page itself if it is no sitemap', async () => {
    replies.set('/page', { headers: { 'content-type': 'text/html' }, body: '<!doctype html><p>Hello' })
    expect(await find('/page', ['/other'])).toMatchObject({ urls: [at('/other'), at('/page')], problems: [] })
    expect(await find('/gone')).toMatchObject({ urls: [at('/gone')], problems: [] })
  })

  test('are found in an index of packed sitemaps, and in one that names itself', async () => {
    replies.set('/index.xml', { body: index('/1.xml.gz', '/2.xml', '/index.xml') })
    replies.set('/1.xml.gz', { headers: { 'content-type': 'application/gzip' }, body: gzipSync(urlset('/packed')) })
    replies.set('/2.xml', { body: index('/3.xml') })
    replies.set('/3.xml', { body: urlset('/deep') })
    expect(await find('/index.xml')).toMatchObject({ urls: [at('/packed'), at('/deep')], isComplete: true })
  })

  test('are limited, which is told', async () => {
    replies.set('/large.xml', { body: urlset(...Array.from({ length: 50_000 }, (_, n) => `/${n}`)) })
    const { urls, problems, isOver } = await find('/large.xml', ['/mine'])
    expect(urls).toHaveLength(200)
    expect(urls[0]).toBe(at('/mine'))
    expect(problems).toEqual([expect.stringContaining('more than 200 pages')])
    expect(isOver).toBe(true)
    replies.set('/many.xml', { body: index(...Array.from({ length: 1000 }, (_, n) => `/empty-${n}.xml`)) })
    for (let n = 0; n < 60; n++) replies.set(`/empty-${n}.xml`, { body: urlset() })
    expect(await find('/many.xml')).toMatchObject({
      isComplete: false,
      problems: [expect.stringContaining('sitemaps')],
    })
  })

  test('of other sites are left out, and a sitemap that fails is told', async () => {
    replies.set('/foreign.xml', { body: urlset('https://other.example/', 'ftp://127.0.0.1/', '/own') })
    expect(await find('/foreign.xml')).toMatchObject({
      urls: [at('/own')],
      problems: [expect.stringContaining('2 URLs of the sitemaps')],
    })
    replies.set('/broken.xml', { status: 503 })
    expect(await find('/broken.xml')).toMatchObject({
      urls: [],
      isComplete: false,
      problems: [expect.stringContaining('The page responded with status 503.')],
    })
  })
})

describe('a page', () => {
  test.each<[string, Reply, string]>([
    ['that vanished', { status: 410 }, 'does not exist (status 410)'],
    ['that needs a password', { status: 401 }, 'status 401'],
    ['that is empty', {}, 'is empty'],
    [
      'that leads to a guarded address',
      { status: 302, headers: { location: 'http://169.254.169.254/' } },
      'not allowed',
    ],
  ])('%s has a reason', async (_, reply, reason) => {
    replies.set('/page', reply)
    expect(await fetchFile(at('/page'), {}, loopbackGuard)).toMatchObject({
      kind: 'failed',
      reason: expect.stringContaining(reason),
    })
  })

  test('of a server that is down is told from one that was refused', async () => {
    expect(await judgeResponse({ error: 'timeout' })).toMatchObject({ isDown: true })
    expect(await judgeResponse({ error: 'blocked_address' })).toMatchObject({ isDown: false })
  })

  const file = { url: 'https://a.example/x', charset: undefined, isCut: false }
  test.each([
    ['in its declared encoding', 'text/html', 'iso-8859-1', '<title>T</title><p>Gr\u00fc\u00dfe', 'Grüße'],
    ['as text', 'text/x-log', undefined, 'plain 5', 'plain 5'],
    ['as a page without a type', '', undefined, '<!doctype html><p>guessed', 'guessed'],
    ['as JSON', 'application/json', undefined, '{"a":"b c"}', 'b c'],
  ])('is read %s', async (_, contentType, charset, body, text) => {
    const read = await readPageText({ ...file, contentType, charset, bytes: Buffer.from(body, 'latin1') })
    expect(read.reason === undefined ? read.passages.map((each) => each.text).join() : read.reason).toContain(text)
  })

  test.each([
    ['a picture', 'image/png', 'x', 'a type that is not read: image/png'],
    ['a page without text', 'text/html', '<p></p>', 'no text'],
    ['a damaged PDF', 'application/pdf', '%PDF-1.7', 'The page cannot be opened'],
  ])('is not read if it is %s', async (_, contentType, body, reason) => {
    const read = await readPageText({ ...file, contentType, bytes: Buffer.from(body) })
    expect(read.reason).toContain(reason)
  })
})

test('URLs are stored without fragments and passwords, and belong to a site', () => {
  expect(pageUrl('https://a.example/b#c')).toBe('https://a.example/b')
  for (const text of ['ftp://a.example/', 'https://u:p@a.example/', 'x', `https://a.example/${'x'.repeat(500)}`])
    expect(pageUrl(text)).toBeUndefined()
  expect(isSameSite('https://www.a.example/', 'https://a.example/')).toBe(true)
  expect(isSameSite('https://help.a.example/', 'https://www.a.example/')).toBe(true)
  expect(isSameSite('https://aa.example/', 'https://a.example/')).toBe(false)
  expect(
    ['/sitemap.xml', '/post-sitemap1.xml.gz', '/feed/', '/page.html'].map((path) =>
      looksLikeSitemap(`https://a.example${path}`),
    ),
  ).toEqual([true, true, true, false])
})
