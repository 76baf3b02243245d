import type { Service } from '@replywright/local/start-service.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callApi, freshCustomer, idOf, startTestService } from '../support/service.ts'

let service: Service
let conversationId: string
beforeAll(async () => {
  service = await startTestService()
  conversationId = idOf(await api('POST', '/conversations/', { toNumber: freshCustomer() }))
})
afterAll(() => service?.stop())

const api = (method: string, path: string, body?: unknown, apiKey: string | undefined = service.ready.apiKey) =>
  callApi(service.ready.baseUrl, apiKey, method, path, body)

/** Every operation with an id in its path, each with a valid body. */
const operations = () =>
  [
    ['GET', (id: string) => `/conversations/${id}/`, undefined],
    ['POST', (id: string) => `/conversations/${id}/subscribe/`, { webhookId: service.ready.webhook.id }],
    ['POST', (id: string) => `/conversations/${id}/unsubscribe/`, undefined],
    ['POST', (id: string) => `/conversations/${id}/routing/`, { mode: 'agent' }],
    ['POST', (id: string) => `/webhook-deliveries/${id}/replay/`, undefined],
  ] as const

describe('API keys', () => {
  test('a missing or wrong key is a 401 with the documented body', async () => {
    for (const key of [undefined, 'wrong', 'x'.repeat(40)]) {
      const response = await callApi(service.ready.baseUrl, key, 'GET', `/conversations/${conversationId}/`)
      expect(response).toMatchObject({
        status: 401,
        body: { error: expect.any(String), code: 'authentication_failed' },
      })
      expect(response.headers.get('x-request-id')).toBeTruthy()
    }
  })

  test('a read key can read and cannot write', async () => {
    const key = service.ready.readApiKey
    expect(await api('GET', `/conversations/${conversationId}/`, undefined, key)).toMatchObject({ status: 200 })
    for (const [method, path, body] of operations().filter(([each]) => each !== 'GET'))
      expect(await api(method, path(conversationId), body, key)).toMatchObject({
        status: 403,
        body: { code: 'permission_denied' },
      })
    const broken = await api('POST', `/conversations/${conversationId}/routing/`, '{"mode":', key)
    expect(broken, 'its body is not parsed').toMatchObject({ status: 403 })
  })

  test('ids of another organisation and unknown ids are a 404 everywhere', async () => {
    for (const [method, path, body] of operations()) {
      const foreign = await api(method, path(conversationId), body, service.ready.otherOrganization.apiKey)
      expect(foreign).toMatchObject({ status: 404, body: { code: 'not_found' } })
      for (const id of ['nothing', '0190f7c8-5b1e-7c43-8b47-3b1f6d1f0a11', '%00', '..%2f..', 'é'])
        expect((await api(method, path(id), body)).status).toBe(404)
    }
  })
})

describe('paths', () => {
  test('return the same with and without the trailing slash', async () => {
    const [slash, plain] = await Promise.all([
      api('GET', `/conversations/${conversationId}/`),
      api('GET', `/conversations/${conversationId}`),
    ])
    expect(plain).toMatchObject({ status: 200, body: slash.body })
  })

  test('with an unknown query parameter are a 400 that names the known ones', async () => {
    expect(await api('GET', '/webhook-deliveries/?webhook=x')).toMatchObject({
      status: 400,
      body: { code: 'validation_error', error: expect.stringMatching(/^webhook: is unknown; use .*webhookId/) },
    })
    expect(await api('GET', `/conversations/${conversationId}/?expand=contact`)).toMatchObject({ status: 400 })
  })

  test('with a phone number as people write it are a 400 with the number that was meant', async () => {
    for (const toNumber of ['00447700900302', '+44 (7700) 900302'])
      expect(await api('POST', '/conversations/', { toNumber })).toMatchObject({
        status: 400,
        body: { error: expect.stringContaining('write 447700900302') },
      })
  })

  test('with a method that they lack are a 405 that names the others', async () => {
    for (const [method, path, allow] of [
      ['DELETE', `/conversations/${conversationId}/`, 'GET, HEAD'],
      ['PATCH', '/agents/', 'GET, HEAD, POST'],
      ['GET', `/conversations/${conversationId}/subscribe`, 'POST'],
    ] as const) {
      const response = await api(method, path)
      expect(response).toMatchObject({
        status: 405,
        body: { code: 'method_not_allowed', error: expect.stringContaining(allow) },
      })
      expect(response.headers.get('allow')).toBe(allow)
    }
    const made = await api('POST', '/webhooks/', { name: 'New' })
    expect(made).toMatchObject({ status: 405, body: { error: expect.stringContaining('in the dashboard') } })
    const page = await fetch(`${service.ready.baseUrl}/docs`, { method: 'POST' })
    expect([page.status, page.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    expect(await api('DELETE', '/agents/', undefined, 'wrong')).toMatchObject({ status: 401 })
  })

  test('that do not exist are a 404 with the documented body', async () => {
    const error = expect.stringMatching(/Below \/api\/v1\/ are: agents, audit-log, available-numbers, /)
    expect(await api('GET', '/nothing/')).toMatchObject({ status: 404, body: { code: 'not_found', error } })
  })
})

describe('bodies', () => {
  test('with unknown fields are accepted, and the response names them', async () => {
    const agent = {
      name: 'Ignored',
      system_prompt: 'x',
      tools: [{ name: 'n', description: '', creditCost: 0, apiSchema: {} }],
    }
    const created = await api('POST', '/agents/', agent)
    expect(created.status).toBe(201)
    expect(created.headers.get('x-ignored-fields')).toBe('system_prompt')
    expect(created.body).toMatchObject({ tools: [{ problem: expect.stringContaining('apiSchema.url must begin') }] })
    const sent = await api('PUT', `/agents/${idOf(created)}/`, created.body)
    expect(sent).toMatchObject({ status: 200 })
    expect(sent.headers.get('x-ignored-fields')).toBeNull()
  })

  const routing = (body: unknown) => api('POST', `/conversations/${conversationId}/routing/`, body)

  test.each([
    ['mode sandbox', { mode: 'sandbox' }, 'mode'],
    ['no mode', {}, 'mode'],
    ['a webhook without its id', { mode: 'webhook' }, 'webhookId'],
    ['an id without a webhook', { mode: 'agent', webhookId: 'x' }, 'webhookId'],
    ['an unknown webhook', { mode: 'webhook', webhookId: 'x' }, 'webhookId'],
    ['an unknown agent', { mode: 'agent', agentId: '0190f7c8-5b1e-7c43-8b47-3b1f6d1f0a11' }, 'agentId'],
    ['a wrong type', { mode: 7 }, 'mode'],
    ['not an object', [], ''],
  ])('%s is a 400 that names the field', async (_, body, path) => {
    const response = await routing(body)
    expect(response).toMatchObject({ status: 400, body: { code: 'validation_error', details: [{ path }] } })
  })

  test("another organisation's webhook is a 400", async () => {
    const { webhookId } = service.ready.otherOrganization
    for (const [operation, body] of [
      ['subscribe', { webhookId }],
      ['routing', { mode: 'webhook', webhookId }],
    ] as const)
      expect(await api('POST', `/conversations/${conversationId}/${operation}/`, body)).toMatchObject({
        status: 400,
        body: { details: [{ path: 'webhookId' }] },
      })
  })

  test.each([
    [{ toNumber: '447700900200', fromNumber: '447700999999' }, 'fromNumber'],
    [{ toNumber: '447700900200', agentId: '0190f7c8-5b1e-7c43-8b47-3b1f6d1f0a11' }, 'agentId'],
    [{ toNumber: 'abc' }, 'toNumber'],
    [{ toNumber: '447700900100' }, 'toNumber'],
    [{}, 'toNumber'],
  ])('creating with %o is a 400', async (body, path) => {
    expect(await api('POST', '/conversations/', body)).toMatchObject({ status: 400, body: { details: [{ path }] } })
  })

  test('that are not JSON, of another type or too large have their own error codes', async () => {
    expect(await routing('{"mode":')).toMatchObject({ status: 400, body: { code: 'invalid_json' } })
    const large = JSON.stringify({ mode: 'agent', filler: 'x'.repeat(1_100_000) })
    expect(await routing(large)).toMatchObject({ status: 413, body: { code: 'payload_too_large' } })
    const response = await fetch(`${service.ready.baseUrl}/api/v1/conversations/${conversationId}/routing/`, {
      method: 'POST',
      headers: { 'X-API-Key': service.ready.apiKey, 'Content-Type': 'text/plain' },
      body: 'mode=agent',
    })
    expect(response.status).toBe(415)
    expect(await response.json()).toMatchObject({ code: 'unsupported_media_type' })
  })

  test('that are rejected change nothing', async () => {
    expect(await api('GET', `/conversations/${conversationId}/`)).toMatchObject({
      body: { routing: null, routingOverride: 'false', activeAgent: service.ready.agent.id },
    })
  })
})

describe('Lenient requests', () => {
  const raw = (method: string, path: string, body?: string | Uint8Array<ArrayBuffer>, type = 'application/json') =>
    fetch(`${service.ready.baseUrl}/api/v1${path}`, {
      method,
      headers: { 'X-API-Key': service.ready.apiKey, ...(body !== undefined && { 'Content-Type': type }) },
      body,
    })

  test('HEAD returns the status and the headers of GET', async () => {
    const head = await raw('HEAD', `/conversations/${conversationId}/`)
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect((await raw('HEAD', `/conversations/${crypto.randomUUID()}/`)).status).toBe(404)
    expect((await fetch(`${service.ready.baseUrl}/docs/`, { method: 'HEAD' })).status).toBe(200)
  })

  test('UUIDs are compared in lower case, and null counts as absent', async () => {
    const path = `/conversations/${conversationId.toUpperCase()}/`
    expect(await api('GET', path)).toMatchObject({ status: 200, body: { id: conversationId } })
    const webhookId = service.ready.webhook.id
    const routed = await api('POST', `${path}routing/`, { mode: 'webhook', webhookId: webhookId.toUpperCase() })
    expect(routed).toMatchObject({ status: 200, body: { webhookId } })
    expect(await api('POST', `${path}unsubscribe/`)).toMatchObject({ status: 200, body: { webhookId: '' } })
    const empty = { agentId: null, fromNumber: null, phoneNumber: 'ignored', message: null }
    expect(await api('POST', '/conversations/', { toNumber: freshCustomer(), ...empty })).toMatchObject({ status: 201 })
  })

  test('free JSON keeps every integer', async () => {
    const apiSchema =
      '{"limit":12345678901234567890,"request_body":{"n":{"input":{"type":"value","value":-9007199254740993}}}}'
    const tools = `[{"name":"x","description":"","creditCost":0,"apiSchema":${apiSchema}}]`
    const created = await raw('POST', '/agents/', `{"name":"x","icebreakers":[9007199254740993],"tools":${tools}}`)
    const text = await created.text()
    expect(text).toContain('"icebreakers":[9007199254740993]')
    expect(text).toContain(apiSchema)
    const { id } = JSON.parse(text)
    const read = await (await raw('GET', `/agents/${id}/`)).text()
    expect(read).toBe(text)
    expect(await (await raw('PUT', `/agents/${id}/`, read)).text()).toBe(text)
    expect((await raw('DELETE', `/agents/${id}/`)).status).toBe(204)
  })

  test('bytes that are not UTF-8 are a 400, and a form without a boundary is a 415', async () => {
    const body = new Uint8Array([...new TextEncoder().encode('{"name":"'), 0xff, ...new TextEncoder().encode('"}')])
    const latin = await raw('POST', '/agents/', body)
    expect([latin.status, await latin.json()]).toMatchObject([400, { code: 'invalid_json' }])
    const form = await raw('POST', `/agents/${service.ready.agent.id}/documents/`, '--x', 'multipart/form-data')
    expect([form.status, await form.json()]).toMatchObject([415, { error: expect.stringContaining('boundary') }])
  })
})

test('no JSON body causes a 5xx', async () => {
  const paths = [
    '/conversations/',
    ...['subscribe', 'unsubscribe', 'routing'].map((operation) => `/conversations/${conversationId}/${operation}/`),
  ]
  // Uses the other organisation's key, because the demo's key would reach its rate limit.
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...paths), fc.jsonValue(), async (path, body) => {
      const { status } = await api('POST', path, JSON.stringify(body), service.ready.otherOrganization.apiKey)
      expect(status).toBeLessThan(500)
    }),
    { numRuns: 60 },
  )
})
