// @module-tag full
import { randomBytes } from 'node:crypto'
import { derivedId } from '@replywright/core/platform/clock.ts'
import { loadDemoSecrets } from '@replywright/local/demo.ts'
import type { Service } from '@replywright/local/start-service.ts'
import * as v from 'valibot'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createOrganizationWithNumber, typeOps } from '../operations/run-ops.ts'
import { callers, startTestService } from '../support/service.ts'
import { type StubProvider, startStubProvider } from '../support/stub-provider.ts'
import { rawGet } from './raw-get.ts'

const WABA = '102290129340398'
const NUMBER = '106540352242922'
const organizationId = derivedId('demo organization', 'Demo')
const ACME = { waId: '333222111000999', phoneNumberId: '777888999000111', digits: '447700900300', token: 'EAAacme' }

let provider: StubProvider
let service: Service
let acme: Awaited<ReturnType<typeof createOrganizationWithNumber>>
let token: string
const lines: string[] = []

beforeAll(async () => {
  provider = await startStubProvider()
  service = await startTestService({
    PROVIDER_BASE_URL: provider.url,
    log: ({ line }) => lines.push(line),
  })
  token = (await loadDemoSecrets(service.dataDir)).accessToken
  acme = await createOrganizationWithNumber(service, ACME)
})
afterEach(() => provider.reset())
afterAll(async () => {
  await service?.stop()
  await provider?.stop()
})

const proxyUrl = (path: string) =>
  `${service.ready.baseUrl}/api/v1/msg-accounts/${service.ready.account.id}/proxy/${path}`
const call = (method: string, path: string, init: RequestInit & { key?: string } = {}) =>
  fetch(proxyUrl(path), {
    method,
    redirect: 'manual',
    ...init,
    headers: { 'X-API-Key': init.key ?? service.ready.apiKey, ...init.headers },
  })
const json = (body: unknown): RequestInit => ({
  headers: { 'Content-Type': 'application/json' },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})
const code = async (response: Response) => [response.status, JSON.parse(await response.text()).code]

describe('the proxy forwards', () => {
  test('query, status and JSON, with the account’s token and none of the caller’s headers', async () => {
    const text = `{"data":[{"id":"1"}],"n":12345678901234567890,"paging":{"next":"https:\\/\\/host\\/x?access_token=${token}&limit=1"}}`
    provider.respond(() => ({
      status: 206,
      body: Buffer.from(text),
      headers: { 'content-type': 'text/javascript; charset=UTF-8' },
    }))
    const response = await call('GET', `${WABA}/phone_numbers/?fields=id,display_phone_number&x[]=1&x[]=%C3%A9%20%26`, {
      headers: { Authorization: 'Bearer mine', Cookie: 'session=mine', 'X-Custom': 'mine', Forwarded: 'for=1.2.3.4' },
    })
    expect(response.status).toBe(206)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.text()).toBe(text.replace(token, ''))
    expect(provider.calls.map(({ method, path }) => [method, path])).toEqual([
      ['GET', `/${WABA}/phone_numbers?fields=id%2Cdisplay_phone_number&x%5B%5D=1&x%5B%5D=%C3%A9+%26`],
    ])
    expect(provider.calls[0]?.headers).toEqual({
      authorization: `Bearer ${token}`,
      accept: 'application/json',
      host: new URL(provider.url).host,
      connection: expect.any(String),
    })
  })

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
    "%s with a JSON body unchanged, and the provider's error",
    async (method) => {
      provider.respond(() => ({ status: 400, body: { error: { code: 131009, message: 'bad' } } }))
      const body = '{"to": "1",\n "n": 12345678901234567890, "é": [1, {"method": 2}]}'
      const response = await call(method, `${NUMBER}/messages`, json(body))
      expect([response.status, await response.json()]).toEqual([400, { error: { code: 131009, message: 'bad' } }])
      expect(provider.calls).toMatchObject([
        { method, path: `/${NUMBER}/messages`, headers: { 'content-type': 'application/json' } },
      ])
      expect(provider.calls[0]?.body.toString()).toBe(body)
    },
  )

  test('requests and responses without a body', async () => {
    provider.respond(() => ({ status: 204 }))
    const response = await call('DELETE', `${WABA}/message_templates?name=hello`)
    expect([response.status, await response.text()]).toEqual([204, ''])
    expect((await call('POST', `${NUMBER}/request_code?code_method=SMS`)).status).toBe(204)
    expect(provider.calls.map(({ method, body }) => [method, body.length])).toEqual([
      ['DELETE', 0],
      ['POST', 0],
    ])
  })

  test('a form with a file of 3 MB unchanged', async () => {
    const bytes = randomBytes(3 * 1024 * 1024)
    const form = new FormData()
    form.set('messaging_product', 'whatsapp')
    form.set('file', new Blob([bytes], { type: 'image/png' }), 'a.png')
    provider.respond(() => ({ status: 200, body: { id: '1234567890' } }))
    expect(await (await call('POST', `${NUMBER}/media`, { body: form })).json()).toEqual({ id: '1234567890' })
    const [upload] = provider.calls
    const received = await new Response(Uint8Array.from(upload?.body ?? []), {
      headers: { 'content-type': upload?.headers['content-type'] ?? '' },
    }).formData()
    const file = received.get('file')
    if (!(file instanceof Blob)) throw new Error('no file arrived')
    expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true)
  })

  test.each([
    ['a file', 'image/png', randomBytes(1000)],
    ['JSON above 4 MB', 'application/json', Buffer.from(`["${'x'.repeat(5 * 1024 * 1024)}"]`)],
  ])('%s as a redirect to storage', async (_, type, bytes) => {
    provider.respond(() => ({
      status: 200,
      body: bytes,
      headers: { 'content-type': type, 'content-length': String(bytes.length) },
    }))
    const response = await call('GET', `${NUMBER}/qr`)
    expect(response.status).toBe(302)
    const stored = await fetch(response.headers.get('location') ?? '')
    expect([stored.status, stored.headers.get('content-type')]).toEqual([200, type])
    expect(Buffer.from(await stored.arrayBuffer()).equals(bytes)).toBe(true)
  })

  test('calls that the audit log has, also with `dryRun`, but not what was sent to customers', async () => {
    provider.respond(() => ({ status: 200, body: { success: true } }))
    await call('POST', `${NUMBER}/register`, json({ dryRun: true, pin: '123456' }))
    await call('POST', `${NUMBER}/messages`, json({ dryRun: true, to: '15550001111' }))
    for (const status of [400, 503]) {
      provider.respond(() => ({ status, body: { error: {} } }))
      expect((await call('POST', `${NUMBER}/messages`, json({ to: '1' }))).status).toBe(status)
    }
    const args = ['audit', '--organization', organizationId, '--action', 'call_provider', '--json']
    const { entries } = JSON.parse(await typeOps(service, args))
    expect(entries.slice(0, 4)).toMatchObject([
      { objectName: `POST ${NUMBER}/messages`, outcome: 'failed', code: null },
      { objectName: `POST ${NUMBER}/messages`, outcome: 'refused', code: 'upstream_error' },
      { objectName: `POST ${NUMBER}/messages`, fields: [], outcome: 'done' },
      { objectName: `POST ${NUMBER}/register`, fields: ['dryRun', 'pin'], outcome: 'done' },
    ])
  })

  test('a successful POST only once per Idempotency-Key', async () => {
    const send = (status: number, body: unknown) => {
      provider.respond(() => ({ status, body: { messages: [{ id: `wamid.${provider.calls.length}` }] } }))
      const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': 'proxied-1' }
      return call('POST', `${NUMBER}/messages`, { headers, body: JSON.stringify(body) })
    }
    expect((await send(429, { to: '1' })).status).toBe(429)
    const first = await send(200, { to: '1' })
    const again = await send(200, { to: '1' })
    expect(first.status).toBe(200)
    expect(await again.text()).toBe(await first.text())
    expect(provider.calls).toHaveLength(2)
    expect(await code(await send(200, { to: '2' }))).toEqual([409, 'conflict'])
  })

  test('a POST only once per Idempotency-Key if its response is too large to store, in bytes', async () => {
    const send = (id: string, to: string) => {
      const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': `large-${id.length}` }
      provider.respond(() => ({ status: 200, body: { messages: [{ id }] } }))
      return call('POST', `${NUMBER}/messages`, { headers, body: JSON.stringify({ to }) })
    }
    // Characters of three bytes: more than 400 KB of them, and fewer with quotes to escape.
    for (const id of ['€'.repeat(140_000), '"'.repeat(110_000), 'x'.repeat(500_000)]) {
      const calls = provider.calls.length
      const first = await send(id, '1')
      expect([first.status, await first.json()]).toEqual([200, { messages: [{ id }] }])
      expect(await code(await send(id, '1'))).toEqual([409, 'conflict'])
      expect(await code(await send(id, '2'))).toEqual([409, 'conflict'])
      expect(provider.calls).toHaveLength(calls + 1)
    }
  })

  test('a POST only once per Idempotency-Key if its response cannot be stored', async () => {
    const key = `unstored-${Date.now()}`
    const fault = service.cloud.faults.plan({
      service: 'dynamodb',
      action: 'UpdateItem',
      where: ({ request }) => request.includes(key) && request.includes('answer'),
      nth: 1,
      times: Number.POSITIVE_INFINITY,
      kind: 'fail-before',
    })
    const send = () =>
      call('POST', `${NUMBER}/messages`, {
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
        body: JSON.stringify({ to: '1' }),
      })
    expect((await send()).status).toBe(200)
    expect(fault.fired).not.toHaveLength(0)
    service.cloud.faults.clear()
    expect(await code(await send())).toEqual([409, 'conflict'])
    expect(provider.calls).toHaveLength(1)
  })
})

describe('the proxy rejects', () => {
  test.each([
    `${WABA}/../${ACME.waId}`,
    `${WABA}/%2e%2e/${ACME.waId}`,
    `${WABA}/%252e%252e/${ACME.waId}`,
    `${WABA}//phone_numbers`,
    `${WABA}%5c..%5c${ACME.waId}`,
    'https://example.com/x',
    '%2F%2Fexample.com/x',
    'oauth/access_token',
    'debug_token?input_token=x',
    `${WABA}/subscribed_apps`,
    `${NUMBER}/deregister`,
    `${NUMBER}?fields=webhook_configuration&method=delete`,
    `${WABA}?access_token=mine`,
    `${WABA}?access%5ftoken=mine`,
    `${WABA}?access.token=mine`,
    `${WABA}?ids=1,2`,
    `${WABA}?batch[0][method]=GET`,
    'me',
  ])('GET %s with 400, without a call to the provider', async (path) => {
    expect([await rawGet(proxyUrl(''), path, service.ready.apiKey), provider.calls.length]).toEqual([400, 0])
  })

  test.each([
    [json({ webhook_configuration: { override_callback_uri: 'https://example.com' } }), 400],
    [json({ Access_Token: 'mine' }), 400],
    [json({ batch: [] }), 400],
    [json('{"to":'), 400],
    [json('[]'), 400],
    [{ body: 'to=1', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }, 415],
    [{ body: 'x', headers: { 'Content-Type': 'multipart/form-data; boundary=b' } }, 400],
    [json({ text: 'x'.repeat(4 * 1024 * 1024) }), 413],
  ] as const)('the body %# with %i', async (init, status) => {
    expect([(await call('POST', NUMBER, init)).status, provider.calls.length]).toEqual([status, 0])
  })

  test('ids of another account with 403; unknown ids and another organisation’s account with 404', async () => {
    provider.respond(() => ({ status: 400, body: { error: { code: 100, error_subcode: 33 } } }))
    for (const id of [ACME.waId, ACME.phoneNumberId])
      expect(await code(await call('GET', `${id}/phone_numbers`))).toEqual([403, 'permission_denied'])
    expect(provider.calls).toEqual([])
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
      expect([method, ...(await code(await call(method, '999')))]).toEqual([method, 404, 'not_found'])
    expect(await code(await call('GET', WABA, { key: acme.apiKey }))).toEqual([404, 'not_found'])
    expect(await code(await call('GET', WABA, { key: 'nobody' }))).toEqual([401, 'authentication_failed'])
  })

  test('all methods except GET with a read key', async () => {
    const key = service.ready.readApiKey
    expect((await call('GET', WABA, { key })).status).toBe(200)
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      expect(await code(await call(method, `${NUMBER}/messages`, { key, ...json({}) }))).toEqual([
        403,
        'permission_denied',
      ])
    expect(provider.calls).toHaveLength(1)
  })
})

describe('media files and templates of the account', () => {
  test("a media file belongs to the account if the provider has it for one of the account's numbers", async () => {
    const media = {
      mime_type: 'image/png',
      sha256: 'ab',
      url: 'https://host/x',
      id: '555',
      messaging_product: 'whatsapp',
    }
    provider.respond(({ path }) =>
      path === `/555?phone_number_id=${NUMBER}` || path === '/555'
        ? { status: 200, body: media }
        : { status: 400, body: { error: { code: 100 } } },
    )
    expect(await (await call('GET', '555')).json()).toEqual(media)
    expect(provider.calls.map(({ path }) => path)).toEqual([`/555?phone_number_id=${NUMBER}`, '/555'])
  })

  test("a template belongs to the account if it is in the account's list", async () => {
    provider.respond(({ method, path }) => {
      if (method === 'POST') return { status: 200, body: { success: true } }
      if (/^\/[67]77\?fields=name$/.test(path))
        return { status: 200, body: { name: 'order_update', id: path.slice(1, 4) } }
      if (path.startsWith(`/${WABA}/message_templates?name=order_update&`))
        return { status: 200, body: { data: [{ id: '666' }, { id: '677' }] } }
      return { status: 400, body: { error: { code: 100 } } }
    })
    expect(await (await call('POST', '677', json({ category: 'UTILITY' }))).json()).toEqual({ success: true })
    expect(await code(await call('POST', '777', json({ category: 'UTILITY' })))).toEqual([404, 'not_found'])
    expect(provider.calls.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual(['/677'])
  })
})

describe('a failing provider', () => {
  test.each([
    ['closes the connection', () => 'hang up' as const],
    ['returns an HTML page', () => ({ status: 503, body: '<h1>Unavailable</h1>' })],
    ['redirects', () => ({ status: 302, body: '', headers: { location: 'http://169.254.169.254/' } })],
  ])('that %s is a 502 upstream_error', async (_, how) => {
    provider.respond(how)
    expect(await code(await call('GET', WABA))).toEqual([502, 'upstream_error'])
    expect(await code(await call('POST', `${NUMBER}/messages`, json({ to: '1' })))).toEqual([502, 'upstream_error'])
  })

  test('gets only the missing requests when adding a number is repeated', async () => {
    const numbers: { id: string; display_phone_number: string }[] = []
    let registers = false
    provider.respond(({ method, path, body }) => {
      if (path.endsWith('/register')) return registers ? { status: 200, body: { success: true } } : 'hang up'
      if (method !== 'POST') return { status: 200, body: { data: numbers } }
      const { cc, phone_number } = JSON.parse(body.toString())
      numbers.push({ id: '888', display_phone_number: `+${cc} ${phone_number}` })
      return { status: 200, body: { id: '888' } }
    })
    const { api } = callers(() => service)
    const { body } = await api('GET', '/available-numbers/')
    const [offered] = v.parse(v.array(v.object({ id: v.string(), phoneNumber: v.string() })), body)
    const add = () =>
      api('POST', `/msg-accounts/${service.ready.account.id}/add-number/`, { id: offered?.id, name: 'Shop' })
    expect(await add()).toMatchObject({ status: 502, body: { code: 'upstream_error' } })
    expect((await api('GET', `/phone-numbers/${offered?.phoneNumber}/`)).status).toBe(404)
    registers = true
    expect(await add()).toMatchObject({ status: 200, body: { phoneNumbers: `447700900100,${offered?.phoneNumber}` } })
    const posts = provider.calls.filter(({ method }) => method === 'POST')
    expect(posts.map(({ path }) => path)).toEqual([`/${WABA}/phone_numbers`, '/888/register', '/888/register'])
    expect(posts[1]?.body).toEqual(posts[2]?.body)
    expect(JSON.parse(String(posts[0]?.body))).toEqual({
      cc: '44',
      phone_number: offered?.phoneNumber.slice(2),
      verified_name: 'Shop',
    })
  })

  test('leaks no token into logs or responses', () => {
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.join('\n')).not.toContain(token)
    expect(lines.join('\n')).not.toContain(ACME.token)
  })
})
