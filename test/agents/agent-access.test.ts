// @module-tag full
import type { Service } from '@replywright/local/start-service.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInToDashboard } from '../dashboard/session.ts'
import { type ApiResponse, callers, freshCustomer, idOf, startTestService } from '../support/service.ts'
import {
  everythingStored,
  itemsOf,
  postOnce,
  toolInput,
  triggerInput,
  UNKNOWN_ID,
  UUID,
  uploadTo,
} from './agent-fixtures.ts'

let service: Service
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service?.stop())

const { api, apiToRead, apiOfOther } = callers(() => service)

const upload = (path: string, file: File, fields = {}, headers = {}) => uploadTo(service, path, file, fields, headers)

const MASKED = '****************'
const MEGABYTE = 1024 * 1024

const newAgent = async (body: object = {}) => idOf(await api('POST', '/agents/', { name: 'Ada', ...body }))

/** Accepts the share of an agent as the user of the other organisation. */
async function accept(agentId: string): Promise<void> {
  const { call } = await signInToDashboard(service, service.otherUser)
  expect(await call('POST', `/v1/me/shares/${agentId}/accept/`)).toMatchObject({ status: 204 })
}

const triggersOf = (response: ApiResponse) => itemsOf(response, 'outboundTriggers')

const tableAsText = () => everythingStored(service)

describe('secrets', () => {
  test('are visible to full keys, masked for read keys, and never stored in plain text', async () => {
    const created = await api('POST', '/agents/', {
      name: 'Ada',
      tools: [toolInput('Bearer tölü')],
      outboundTriggers: [triggerInput, { ...triggerInput, secret: 'a secret of my own' }],
    })
    const id = idOf(created)
    const [generated, own] = triggersOf(created)
    expect(generated?.secret).toMatch(/^[\w-]{32}$/)
    expect(own?.secret).toBe('a secret of my own')
    expect((await api('GET', `/agents/${id}/`)).body).toEqual(created.body)
    expect(triggersOf(await apiToRead('GET', `/agents/${id}/`))).toMatchObject([{ secret: MASKED }, { secret: MASKED }])
    const listed = JSON.stringify((await apiToRead('GET', '/agents/?limit=1')).body)
    expect(listed).toContain(MASKED)
    expect(listed).not.toMatch(/Bearer|a secret of my own/)
    const stored = await tableAsText()
    expect(stored).toContain('https://api.example.com/orders')
    expect(stored).not.toMatch(/Bearer|a secret of my own/)
    expect(stored).not.toContain(generated?.secret)
  })

  test('include all fixed values of a tool request, except public ones', async () => {
    const fixed = (value: string, more = {}) => ({ input: { type: 'value', value, ...more } })
    const apiSchema = {
      url: 'https://api.example.com/orders/{shop}?token=url-secret',
      method: 'POST',
      path_params: { shop: fixed('path-secret') },
      query_params: { key: fixed('query-secret'), lang: fixed('everybody reads this', { public: true }) },
      request_body: { deep: { account: fixed('body-secret') } },
    }
    const created = await api('POST', '/agents/', { name: 'Ada', tools: [{ ...toolInput(''), apiSchema }] })
    const path = `/agents/${idOf(created)}/`
    expect(created.body).toMatchObject({ tools: [{ apiSchema }] })
    expect((await api('GET', path)).body).toEqual(created.body)
    await api('POST', `${path}share/`, { email: 'other@example.com' })
    await accept(idOf(created))
    const masked = {
      ...apiSchema,
      url: `https://api.example.com/orders/{shop}?${MASKED}`,
      path_params: { shop: fixed(MASKED) },
      query_params: { ...apiSchema.query_params, key: fixed(MASKED) },
      request_body: { deep: { account: fixed(MASKED) } },
    }
    for (const read of [apiToRead, apiOfOther]) {
      expect((await read('GET', path)).body).toMatchObject({ tools: [{ apiSchema: masked }] })
      expect(JSON.stringify((await read('GET', '/agents/')).body)).not.toMatch(/(url|path|query|body)-secret/)
    }
    expect(await tableAsText()).not.toMatch(/(url|path|query|body)-secret/)
    expect((await api('PUT', path, (await apiToRead('GET', path)).body)).body).toMatchObject({ tools: [{ apiSchema }] })
    await api('DELETE', path)
  })

  test('keep their stored value when the masked value is sent back', async () => {
    const id = await newAgent({ tools: [toolInput('Bearer 1')], outboundTriggers: [triggerInput] })
    const { body: masked } = await apiToRead('GET', `/agents/${id}/`)
    const { body: before } = await api('GET', `/agents/${id}/`)
    expect(masked).not.toEqual(before)
    expect((await api('PUT', `/agents/${id}/`, masked)).body).toEqual(before)
  })

  test('are not stored for a repeat with the same Idempotency-Key, which returns the same agent', async () => {
    const create = () => postOnce(service, '/agents/', 'create-ada', { name: 'Ada', outboundTriggers: [triggerInput] })
    const first = await create()
    const again = await create()
    expect([again.status, again.body]).toEqual([201, first.body])
    expect(await tableAsText()).not.toContain(triggersOf(first)[0]?.secret)
  })
})

describe('documents', () => {
  test('can be uploaded, downloaded, renamed, and deleted by leaving them out', async () => {
    const id = await newAgent()
    const text = `Ünïcode ${'x'.repeat(100_000)}`
    const uploaded = await upload(`/agents/${id}/documents/`, new File([text], "price 'list'.md"))
    expect(uploaded).toMatchObject({
      status: 201,
      body: { id: UUID, name: "price 'list'.md", status: 'pending', upload: null },
    })
    const { file } = Object(uploaded.body)
    expect(new URL(file).searchParams.get('response-content-disposition')).toBe(
      "attachment; filename*=UTF-8''price%20%27list%27.md",
    )
    const downloaded = await fetch(file)
    expect([downloaded.headers.get('content-type'), await downloaded.text()]).toEqual(['text/markdown', text])
    const document = { id: idOf(uploaded), name: 'prices.md' }
    const renamed = await api('PATCH', `/agents/${id}/`, { documents: [document] })
    expect(renamed.body).toMatchObject({ documents: [document] })
    expect((await api('PATCH', `/agents/${id}/`, { documents: [] })).body).toMatchObject({ documents: [] })
    // S3 does not tell who may not list whether a file exists.
    expect((await fetch(file)).status).toBe(403)
  })

  test('above 4 MB are uploaded to storage with a form signed for one object, type and size', async () => {
    const id = await newAgent()
    const announced = await api('POST', `/agents/${id}/documents/`, {
      name: 'Catalogue.pdf',
      size: 20 * MEGABYTE,
      contentType: 'application/pdf',
    })
    expect(announced).toMatchObject({ status: 201, body: { name: 'Catalogue.pdf', status: 'pending' } })
    const { fields } = Object(announced.body).upload
    const policy = JSON.parse(Buffer.from(fields.Policy, 'base64').toString())
    const key = expect.stringMatching(new RegExp(`^documents/[0-9a-f-]{36}/${id}/${idOf(announced)}$`))
    expect(policy.conditions).toEqual(
      expect.arrayContaining([
        ['content-length-range', 1, 20 * MEGABYTE],
        { key },
        { 'Content-Type': 'application/pdf' },
        { 'Content-Disposition': 'attachment' },
      ]),
    )
    expect(fields).toMatchObject({ key, 'Content-Type': 'application/pdf', 'X-Amz-Signature': expect.any(String) })
    expect((await api('GET', `/agents/${id}/`)).body).toMatchObject({ documents: [{ id: idOf(announced) }] })
  })

  test('are not added again by a repeat with the same Idempotency-Key', async () => {
    const id = await newAgent()
    const again = () =>
      upload(`/agents/${id}/documents/`, new File(['x'], 'a.txt'), {}, { 'Idempotency-Key': 'upload-a' })
    const first = await again()
    expect(idOf(await again())).toBe(idOf(first))
    const other = new File(['y'], 'a.txt')
    expect(await upload(`/agents/${id}/documents/`, other, {}, { 'Idempotency-Key': 'upload-a' })).toMatchObject({
      status: 409,
    })
    expect(itemsOf(await api('GET', `/agents/${id}/`), 'documents')).toMatchObject([{ id: idOf(first) }])
  })

  test('are all kept when they are uploaded concurrently', async () => {
    const id = await newAgent()
    const uploads = await Promise.all(
      ['a.txt', 'b.txt', 'c.txt'].map((name) => upload(`/agents/${id}/documents/`, new File([name], name))),
    )
    expect(uploads.map(({ status }) => status)).toEqual([201, 201, 201])
    const { documents } = Object((await api('GET', `/agents/${id}/`)).body)
    expect(new Set(documents.map(({ id: document }: { id: string }) => document))).toEqual(new Set(uploads.map(idOf)))
  })

  test('are rejected when they are too large, of an unsupported type, or missing', async () => {
    const path = `/agents/${service.ready.agent.id}/documents/`
    const limit = await upload(path, new File([new Uint8Array(4 * MEGABYTE)], 'limit.txt'))
    expect(limit.status).toBe(201)
    const large = await upload(path, new File([new Uint8Array(4 * MEGABYTE + 1)], 'large.txt'))
    expect(large).toMatchObject({ status: 413, body: { code: 'payload_too_large' } })
    const details = (...paths: string[]) => ({ status: 400, body: { details: paths.map((at) => ({ path: at })) } })
    expect(await upload(path, new File(['x'], 'virus.exe'))).toMatchObject(details('file'))
    expect(await upload(path, new File(['x'], 'virus.exe'), { name: '' })).toMatchObject(details('name'))
    const announced = { name: 'film.mp4', size: 20 * MEGABYTE + 1, contentType: 'video/mp4' }
    expect(await api('POST', path, announced)).toMatchObject(details('size'))
    expect(await api('POST', path, { ...announced, size: 5 })).toMatchObject(details('name'))
    const form = { 'X-API-Key': service.ready.apiKey, 'Content-Type': 'multipart/form-data; boundary=x' }
    const url = `${service.ready.baseUrl}/api/v1${path}`
    for (const body of ['--x--\r\n', '--x\r\nno form at all']) {
      const response = await fetch(url, { method: 'POST', headers: form, body })
      expect([response.status, await response.json()]).toMatchObject([400, { code: 'validation_error' }])
    }
    expect(await upload(`/agents/${UNKNOWN_ID}/documents/`, new File(['x'], 'a.txt'))).toMatchObject({ status: 404 })
    // The name no longer fits.
    const full = await newAgent({ description: 'x'.repeat(300 * 1024 - 900) })
    const named = new File(['x'], `${'ü'.repeat(250)}.txt`)
    expect(await upload(`/agents/${full}/documents/`, named)).toMatchObject({ status: 413 })
  })
})

test('detects the type of a picture by its first bytes, and replaces the previous picture', async () => {
  const path = `/agents/${await newAgent()}/picture/`
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  const first = await upload(path, new File([png], 'face.txt'))
  expect(first).toMatchObject({ status: 200, body: { profilePicture: expect.stringContaining('/pictures/') } })
  const { profilePicture } = Object(first.body)
  const downloaded = await fetch(profilePicture)
  expect(downloaded.headers.get('content-type')).toBe('image/png')
  expect(Buffer.from(await downloaded.arrayBuffer())).toEqual(png)
  const second = await upload(path, new File([Buffer.from('ffd8ffe0', 'hex')], 'face.png'))
  expect((await fetch(Object(second.body).profilePicture)).headers.get('content-type')).toBe('image/jpeg')
  expect((await fetch(profilePicture)).status).toBe(403)
  expect(await upload(path, new File(['<svg/>'], 'face.png'))).toMatchObject({
    status: 400,
    body: { details: [{ path: 'file' }] },
  })
  expect(await api('POST', path, {})).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } })
})

test('an agent can be read, masked and read-only, by a user it is shared with until it is deleted', async () => {
  const id = await newAgent({ outboundTriggers: [triggerInput] })
  const share = (body: object) => api('POST', `/agents/${id}/share/`, body)
  expect(await share({ email: 'nobody@example.com' })).toMatchObject({ status: 200, body: { id } })
  expect(await share({ userPhoneNumber: '+44 7700 900999' })).toMatchObject({ status: 400 })
  expect(await share({})).toMatchObject({ status: 400, body: { details: [{ path: 'email' }] } })
  expect(await apiOfOther('GET', `/agents/${id}/`)).toMatchObject({ status: 404 })
  expect(await apiOfOther('PATCH', `/agents/${id}/`, {})).toMatchObject({ status: 404 })
  // Users of the organisation already have access to the agent.
  for (const email of ['Other@Example.com', 'other@example.com', 'demo@example.com'])
    expect(await share({ email })).toMatchObject({ status: 200, body: { id, outboundTriggers: [{}] } })
  expect(await apiOfOther('GET', `/agents/${id}/`)).toMatchObject({ status: 404 })
  await accept(id)
  const listed = { id, organization: { name: 'Demo' }, outboundTriggers: [{ secret: MASKED }] }
  expect(await apiOfOther('GET', `/agents/${id}/`)).toMatchObject({ status: 200, body: listed })
  const own = idOf(await apiOfOther('POST', '/agents/', { name: 'Own' }))
  expect((await apiOfOther('GET', '/agents/')).body).toMatchObject({
    count: 2,
    next: null,
    results: [{ id: own }, listed],
  })
  const first = await apiOfOther('GET', '/agents/?limit=1')
  expect(first.body).toMatchObject({ count: 2, results: [{ id: own }] })
  const { next } = Object(first.body)
  expect((await apiOfOther('GET', next.slice(next.indexOf('/agents/')))).body).toMatchObject({
    next: null,
    results: [listed],
  })
  for (const [method, path, body] of [
    ['PUT', '', { name: 'Mine' }],
    ['PATCH', '', {}],
    ['DELETE', '', undefined],
    ['POST', 'share/', { email: 'other@example.com' }],
    ['POST', 'documents/', { name: 'a.txt', size: 1, contentType: 'text/plain' }],
  ] as const)
    expect(await apiOfOther(method, `/agents/${id}/${path}`, body)).toMatchObject({
      status: 403,
      body: { code: 'permission_denied' },
    })
  expect((await api('DELETE', `/agents/${id}/`)).status).toBe(204)
  expect((await apiOfOther('GET', '/agents/')).body).toMatchObject({ count: 1, next: null, results: [{ id: own }] })
  expect(await apiOfOther('GET', `/agents/${id}/`)).toMatchObject({ status: 404 })
})

test('MCP connectors can be created, listed, updated and deleted; header values are secrets', async () => {
  const connector = { name: 'Shop', url: 'https://mcp.example.com/sse', headers: { Authorization: 'Bearer shop-1' } }
  const created = await api('POST', '/mcp-connectors/', connector)
  expect(created).toMatchObject({ status: 201, body: { id: UUID, ...connector } })
  const path = `/mcp-connectors/${idOf(created)}/`
  const masked = { ...connector, headers: { Authorization: MASKED } }
  expect(await apiToRead('GET', path)).toMatchObject({ status: 200, body: masked })
  expect(await tableAsText()).not.toContain('shop-1')
  const more = { ...masked, name: 'Shop 2', headers: { ...masked.headers, 'X-Shop': '2' } }
  const changed = await api('PUT', path, more)
  expect(changed).toMatchObject({
    status: 200,
    body: { name: 'Shop 2', headers: { Authorization: 'Bearer shop-1', 'X-Shop': '2' } },
  })
  expect((await api('PUT', path, { name: 'Shop 3', url: connector.url })).body).toEqual({
    ...Object(changed.body),
    name: 'Shop 3',
  })
  expect((await api('GET', '/mcp-connectors/')).body).toMatchObject({
    count: 1,
    next: null,
    results: [{ name: 'Shop 3' }],
  })
  for (const [change, at] of [
    [{ url: 'file:///etc/passwd' }, 'url'],
    [{ headers: { 'X-New': MASKED } }, 'headers.X-New'],
    [{ headers: { 'bad name': 'x' } }, 'headers.bad name'],
    [{ headers: { 'X-Split': 'a\r\nb' } }, 'headers.X-Split'],
  ] as const)
    expect(await api('PUT', path, { ...connector, ...change })).toMatchObject({
      status: 400,
      body: { details: [{ path: at }] },
    })
  for (const method of ['GET', 'PUT', 'DELETE'])
    expect(await apiOfOther(method, path, method === 'PUT' ? connector : undefined)).toMatchObject({ status: 404 })
  expect((await api('DELETE', path)).status).toBe(204)
  expect(await api('DELETE', path)).toMatchObject({ status: 404 })
  expect((await api('GET', '/mcp-connectors/')).body).toMatchObject({ count: 0, results: [] })
})

test('a read key cannot change anything', async () => {
  const agent = `/agents/${service.ready.agent.id}/`
  const before = await api('GET', agent)
  for (const [method, path, body] of [
    ['POST', '/agents/', { name: 'x' }],
    ['PUT', agent, { name: 'x' }],
    ['PATCH', agent, { name: 'x' }],
    ['DELETE', agent, undefined],
    ['POST', `${agent}share/`, { email: 'other@example.com' }],
    ['POST', '/mcp-connectors/', { name: 'x', url: 'https://x.example/' }],
  ] as const)
    expect(await apiToRead(method, path, body)).toMatchObject({ status: 403, body: { code: 'permission_denied' } })
  const form = await upload(`${agent}picture/`, new File(['x'], 'x'), {}, { 'X-API-Key': service.ready.readApiKey })
  expect(form).toMatchObject({ status: 403 })
  expect(Object((await api('GET', agent)).body).name).toBe(Object(before.body).name)
})

test('deleting an agent is final: it disconnects the number and keeps the conversations', async () => {
  const { id } = service.ready.agent
  const conversation = await api('POST', '/conversations/', { toNumber: freshCustomer() })
  expect(conversation.body).toMatchObject({ activeAgent: id })
  expect((await api('DELETE', `/agents/${id}/`)).status).toBe(204)
  for (const method of ['GET', 'DELETE', 'PATCH'])
    expect(await api(method, `/agents/${id}/`, method === 'PATCH' ? {} : undefined)).toMatchObject({ status: 404 })
  expect(await api('GET', `/conversations/${idOf(conversation)}/`)).toMatchObject({
    status: 200,
    body: { activeAgent: '' },
  })
  const listed = await api('GET', '/conversations/?limit=1')
  expect(listed.body).toMatchObject({ results: [{ id: idOf(conversation), activeAgent: '' }] })
  const started = await api('POST', '/conversations/', { toNumber: freshCustomer() })
  expect(started).toMatchObject({ status: 201, body: { activeAgent: '' } })
  const refused = await api('POST', '/conversations/', { toNumber: freshCustomer(), agentId: id })
  expect(refused).toMatchObject({ status: 400, body: { details: [{ path: 'agentId' }] } })
})
