import { createConfig, lintFromString } from '@redocly/openapi-core'
import { documentedOf } from '@replywright/contract/endpoint.ts'
import { endpoints } from '@replywright/contract/endpoints.ts'
import { openApiDocument } from '@replywright/contract/openapi/openapi.ts'
import type { Service } from '@replywright/local/start-service.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestService } from '../support/service.ts'

let service: Service
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service?.stop())

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${service.ready.baseUrl}${path}`, { headers })

describe('/openapi.json', () => {
  test("is the contract's document, and needs no key", async () => {
    const response = await get('/openapi.json')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(response.headers.get('x-request-id')).toBeTruthy()
    expect(await response.json()).toEqual(JSON.parse(JSON.stringify(openApiDocument(service.ready.baseUrl))))
  })

  test('passes all linter rules except two that the API contradicts', async () => {
    const config = await createConfig({
      extends: ['recommended-strict'],
      rules: {
        // The trailing slash is part of the path (spec, Endpoints).
        'no-path-trailing-slash': 'off',
        // A file is returned as a redirect to its storage URL.
        'operation-2xx-response': 'off',
      },
    })
    const problems = await lintFromString({
      source: JSON.stringify(openApiDocument('https://api.messaging.example')),
      absoluteRef: 'openapi.json',
      config,
    })
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([])
  })
})

const { paths } = openApiDocument('https://api.messaging.example')

test.each([
  '/api/v1/agents/',
  '/api/v1/conversations/',
  '/api/v1/mcp-connectors/',
  '/api/v1/msg-link-sessions/',
  '/api/v1/msg-templates/',
])('POST %s accepts its example', async (path) => {
  const example = paths[path]?.post?.requestBody?.content['application/json']?.examples?.example?.value
  const response = await fetch(`${service.ready.baseUrl}${path}`, {
    method: 'POST',
    headers: { 'X-API-Key': service.ready.apiKey, 'Content-Type': 'application/json' },
    body: JSON.stringify(example),
  })
  expect([response.status, await response.json()]).toEqual([201, expect.anything()])
})

describe('/docs', () => {
  test('is one page that loads nothing, with its own script only', async () => {
    const response = await get('/docs')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const policy = response.headers.get('content-security-policy')
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]{44}'; /)
    expect(policy).not.toContain('unsafe')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    const page = await response.text()
    expect(page.match(/<script/g)).toHaveLength(1)
    expect(page).not.toMatch(/<script |<link|<img|\sstyle=|\son\w+=|@import|url\(/)
  })

  test.each(['style', 'script'])('has the %s that its policy allows', async (tag) => {
    const response = await get('/docs')
    const [, text = ''] = (await response.text()).split(new RegExp(`</?${tag}>`))
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
    expect(response.headers.get('content-security-policy')).toContain(
      `'sha256-${Buffer.from(digest).toString('base64')}'`,
    )
  })

  test('shows every operation with its path and a command, and all its links have targets', async () => {
    const page = await (await get('/docs')).text()
    const shown = documentedOf(endpoints)
    for (const [key, { path, method }] of shown) {
      const [, article = ''] = page.split(`<article id="${key.replaceAll('/', '-')}"`)
      expect([key, article.split('</article>')[0]]).toEqual([
        key,
        expect.stringContaining(`>${method}</span> <code>${path.replace('+}', '}')}</code>`),
      ])
      expect(article.split('</article>')[0]).toContain(
        `<code>curl ${method === 'GET' ? '' : `-X ${method} `}&#39;${service.ready.baseUrl}/`,
      )
    }
    const targets = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
    expect(page).toContain(`href="${service.ready.baseUrl}/openapi.json"`)
    for (const [, fragment] of page.matchAll(/ href="#([^"]+)"/g)) expect(targets).toContain(fragment)
  })
})

describe('/docs/{page}', () => {
  test('is a guide of the repository, which the reference links', async () => {
    const reference = await (await get('/docs')).text()
    expect(reference).toContain(`href="${service.ready.baseUrl}/docs/webhooks"`)
    const response = await get('/docs/webhooks')
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
    const page = await response.text()
    expect(page).toContain('<h1>Webhooks</h1>')
    expect(page).toContain('<code>X-Service-Signature')
    expect(page).toContain(`href="${service.ready.baseUrl}/docs"`)
    expect(page).toContain(`href="${service.ready.baseUrl}/docs/event-bus"`)
  })

  test('the index lists the Markdown of each guide', async () => {
    const index = await (await get('/llms.txt')).text()
    const listed = Array.from(index.matchAll(/\((\S+\/docs\/\S+\.md)\)/g), ([, url = '']) => url)
    expect(listed.length).toBeGreaterThan(5)
    for (const url of listed) {
      const response = await fetch(url)
      expect([url, response.headers.get('content-type')]).toEqual([url, 'text/markdown; charset=utf-8'])
      expect(await response.text()).toMatch(/^# \S/)
    }
  })

  test.each(['/docs/unknown', '/docs/unknown.md', '/docs/constructor'])('%s is not found', async (path) => {
    const response = await get(path)
    expect([response.status, await response.json()]).toEqual([404, expect.objectContaining({ code: 'not_found' })])
  })
})

test('the root redirects to the reference', async () => {
  const response = await fetch(`${service.ready.baseUrl}/`, { redirect: 'manual' })
  expect([response.status, response.headers.get('location')]).toEqual([302, `${service.ready.baseUrl}/docs`])
})

test.each(['/openapi.json', '/docs', '/docs.md', '/docs/api', '/docs/api.md', '/llms.txt'])(
  '%s works with a trailing slash, can be cached, and returns 304 for a known ETag',
  async (path) => {
    const first = await get(path)
    const etag = first.headers.get('etag') ?? ''
    expect(first.headers.get('cache-control')).toBe('public, max-age=300')
    expect(etag).toMatch(/^"[\w-]{22}"$/)
    expect(await (await get(`${path}/`)).text()).toBe(await first.text())
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const again = await get(path, { 'If-None-Match': known })
      expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
    }
    expect((await get(path, { 'If-None-Match': '"other"' })).status).toBe(200)
  },
)
