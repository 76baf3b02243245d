// @module-tag full
import { dashboardEndpoints } from '@replywright/contract/dashboard/endpoints.ts'
import { type AccountLink, Template } from '@replywright/contract/templates.ts'
import { derivedId } from '@replywright/core/platform/clock.ts'
import type { Service } from '@replywright/local/start-service.ts'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInToDashboard } from '../dashboard/session.ts'
import { signUp } from '../dashboard/sign-up.ts'
import { bodyOf } from '../dashboard/webhooks.ts'
import { type ApiResponse, callApi, idOf, startTestService } from '../support/service.ts'
import { idempotencyKeys } from './idempotency-keys.ts'
import { postTemplateEvent, providerTemplates, review, setTemplateCount } from './template-fixtures.ts'

let service: Service
let second: { id: string; waId: string }
beforeAll(async () => {
  service = await startTestService()
  second = await signUp(service, 'The Corner Shop', '447700900340')
})
afterAll(() => service?.stop())

const api = (method: string, path: string, body?: unknown, apiKey = service.ready.apiKey) =>
  callApi(service.ready.baseUrl, apiKey, method, `/msg-templates/${path}`, body)
const UNKNOWN_ID = '0199aa00-0000-7000-8000-000000000000'
const BODY = [{ type: 'BODY', text: 'Hi {{1}}, it ships on Friday.', example: { body_text: [['Alex']] } }]

let names = 0
const freshName = () => `order_update_${++names}`
async function newTemplate(fields: object = {}): Promise<string> {
  const created = await api('POST', '', { name: freshName(), category: 'UTILITY', components: BODY, ...fields })
  expect(created).toMatchObject({ status: 201 })
  return idOf(created)
}
const publish = (id: string, ...accountIds: string[]) => api('PUT', `${id}/publish/`, { accountIds })
const linkOf = ({ body }: ApiResponse, accountId: string): AccountLink | undefined =>
  v.parse(Template, body).accountLinks.find((link) => link.accountId === accountId)
const links = async (id: string) => {
  const session = await signInToDashboard(service)
  return bodyOf(
    dashboardEndpoints['template-links/list'],
    await session.call('GET', `/v1/template-links/?templateId=${id}`),
  ).results
}
const link = async (id: string, accountId: string) => linkOf(await api('GET', `${id}/`), accountId)

describe('drafts', () => {
  test('POST /msg-templates/ returns every field in its order, with its default', async () => {
    const created = await api('POST', '', {
      name: 'welcome',
      category: 'MARKETING',
      id: UNKNOWN_ID,
      status: 'APPROVED',
    })
    expect(created.status).toBe(201)
    const optional = ['messageSendTtlSeconds', 'libraryTemplate']
    const fields = Object.keys(Template.entries).filter((name) => !optional.includes(name))
    expect(Object.keys(Object(created.body))).toEqual(fields)
    expect(created.body).toMatchObject({
      name: 'welcome',
      category: 'MARKETING',
      parameterFormat: 'POSITIONAL',
      language: 'en',
      components: [],
      accountLinks: [{}, { accountId: second.id }],
    })
    expect(idOf(created)).not.toBe(UNKNOWN_ID)
    const { account } = service.ready
    expect(JSON.stringify(linkOf(created, account.id))).toBe(
      JSON.stringify({
        accountId: account.id,
        accountName: 'Demo account',
        wabaId: account.waId,
        providerTemplateId: '',
        qualityScore: 'UNKNOWN',
        rejectionReason: '',
        status: 'DRAFT',
      }),
    )
    await api('DELETE', `${idOf(created)}/`)
  })

  test.each([[{ any: [1.5, -0, 1e21, null, true, { '': 'Ünï💬', __proto_: {} }] }], [null], ['text'], [[[[]]]]])(
    'components %j are returned unchanged',
    async (components) => {
      const id = await newTemplate({ components })
      expect((await api('GET', `${id}/`)).body).toMatchObject({ components: JSON.parse(JSON.stringify(components)) })
      await api('DELETE', `${id}/`)
    },
  )

  test('PUT replaces, PATCH changes the given fields, DELETE removes', async () => {
    const id = await newTemplate({ language: 'de', parameterFormat: 'NAMED' })
    const replaced = await api('PUT', `${id}/`, { name: 'other', category: 'UTILITY' })
    expect(replaced).toMatchObject({
      status: 200,
      body: { id, name: 'other', language: 'en', parameterFormat: 'POSITIONAL', components: [] },
    })
    const changed = await api('PATCH', `${id}/`, { components: BODY, language: 'en_US' })
    expect(changed).toMatchObject({ status: 200, body: { name: 'other', language: 'en_US', components: BODY } })
    expect((await api('GET', `${id}/`)).body).toEqual(changed.body)
    expect(await api('DELETE', `${id}/`)).toMatchObject({ status: 204, body: undefined })
    for (const method of ['GET', 'DELETE'])
      expect(await api(method, `${id}/`)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(await api('PATCH', `${id}/`, { name: 'back' })).toMatchObject({ status: 404 })
  })

  test('a change of an outdated version is rejected', async () => {
    const id = await newTemplate()
    const { apiKey, baseUrl } = service.ready
    const change = async (etag: string | null, name: string) => {
      const headers = { 'X-API-Key': apiKey, 'Content-Type': 'application/json', 'If-Match': etag ?? '' }
      const url = `${baseUrl}/api/v1/msg-templates/${id}/`
      return await fetch(url, { method: 'PATCH', headers, body: JSON.stringify({ name }) })
    }
    const read = await fetch(`${baseUrl}/api/v1/msg-templates/${id}/`, { headers: { 'X-API-Key': apiKey } })
    const first = read.headers.get('etag')
    const changed = await change(first, 'changed_once')
    expect(changed.status).toBe(200)
    expect(await (await change(first, 'changed_twice')).json()).toMatchObject({ code: 'conflict' })
    expect((await change(changed.headers.get('etag'), 'changed_twice')).status).toBe(200)
    expect((await change(null, 'changed_thrice')).status).toBe(200)
  })

  test('GET /msg-templates/ returns an array, oldest first, and applies limit and offset', async () => {
    const first = await newTemplate()
    const last = await newTemplate()
    const { body } = await api('GET', '')
    const ids = v.parse(v.array(v.looseObject({ id: v.string() })), body).map(({ id }) => id)
    expect(ids.slice(-2)).toEqual([first, last])
    expect((await api('GET', `?offset=${ids.length - 2}&limit=1`)).body).toMatchObject([{ id: first }])
    expect(await api('GET', '?limit=0')).toMatchObject({ status: 400 })
    await Promise.all([first, last].map((id) => api('DELETE', `${id}/`)))
  })

  test.each([
    [400, 'name', { category: 'UTILITY' }],
    [400, 'name', { name: 'x'.repeat(513), category: 'UTILITY' }],
    [400, 'name', { name: '', category: 'UTILITY' }],
    [400, 'category', { name: 'x', category: 'OTHER' }],
    [400, 'language', { name: 'x', category: 'UTILITY', language: 'x'.repeat(11) }],
    [400, 'parameterFormat', { name: 'x', category: 'UTILITY', parameterFormat: 'MIXED' }],
    [413, 'components', { name: 'x', category: 'UTILITY', components: 'x'.repeat(65 * 1024) }],
    [400, 'components', `{"name":"x","category":"UTILITY","components":${'['.repeat(110)}${']'.repeat(110)}}`],
  ])('returns %i for an invalid %s', async (status, path, body) => {
    expect(await api('POST', '', body)).toMatchObject({ status, body: { details: [{ path }] } })
  })

  test('another organisation cannot find a template, and a read key cannot change one', async () => {
    const id = await newTemplate()
    const { otherOrganization, readApiKey, account } = service.ready
    const body = { name: 'x', category: 'UTILITY', accountIds: [account.id] }
    for (const [method, path] of [
      ['GET', `${id}/`],
      ['PUT', `${id}/`],
      ['PATCH', `${id}/`],
      ['DELETE', `${id}/`],
      ['PUT', `${id}/publish/`],
      ['POST', `${id}/publish/`],
      ['DELETE', `${id}/publish/`],
      ['POST', `${id}/unpublish/`],
    ] as const) {
      const sent = method === 'GET' || (path === `${id}/` && method === 'DELETE') ? undefined : body
      expect(await api(method, path, sent, otherOrganization.apiKey)).toMatchObject({ status: 404 })
      expect(await api(method, path, sent, readApiKey)).toMatchObject({ status: method === 'GET' ? 200 : 403 })
    }
  })
})

describe('the lifetime of messages, and templates of the provider’s library', () => {
  test.each([
    ['POST', 'AUTHENTICATION', 29, '30 and 900'],
    ['POST', 'UTILITY', 43_201, '30 and 43200'],
    ['POST', 'MARKETING', 43_199, '43200 and 2592000'],
    ['PATCH', 'UTILITY', 0, '30 and 43200'],
    ['PUT', 'MARKETING', 60, '43200 and 2592000'],
  ])('%s of the category %s refuses %i seconds by name', async (method, category, messageSendTtlSeconds, limits) => {
    const draft = { name: freshName(), category, components: BODY }
    const id = method === 'POST' ? '' : `${await newTemplate({ category })}/`
    const response = await api(method, id, { ...(method === 'PATCH' ? {} : draft), messageSendTtlSeconds })
    const message = `must be between ${limits} for a template of the category ${category}`
    expect(response).toMatchObject({
      status: 400,
      body: { code: 'validation_error', details: [{ path: 'messageSendTtlSeconds', message }] },
    })
  })

  test('a category that the stored lifetime does not fit is refused; null removes it, and PUT without it, too', async () => {
    const id = await newTemplate({ messageSendTtlSeconds: 60 })
    expect(await api('PATCH', `${id}/`, { category: 'MARKETING' })).toMatchObject({ status: 400 })
    expect(await api('PATCH', `${id}/`, { category: 'MARKETING', messageSendTtlSeconds: 86_400 })).toMatchObject({
      status: 200,
      body: { messageSendTtlSeconds: 86_400 },
    })
    const { body } = await api('PATCH', `${id}/`, { messageSendTtlSeconds: null })
    expect(body).not.toHaveProperty('messageSendTtlSeconds')
    await api('PATCH', `${id}/`, { messageSendTtlSeconds: 90_000 })
    const replaced = await api('PUT', `${id}/`, { name: freshName(), category: 'MARKETING' })
    expect(replaced.body).not.toHaveProperty('messageSendTtlSeconds')
  })

  test('a template of the library is published without components, once, and cannot be changed there', async () => {
    const { account } = service.ready
    const name = freshName()
    const url = { base_url: 'https://example.com/{{1}}', url_suffix_example: 'https://example.com/7' }
    const libraryTemplate = { name: 'delivery_update_1', buttonInputs: [{ type: 'URL', url }] }
    const id = await newTemplate({ name, components: [], libraryTemplate, messageSendTtlSeconds: 600 })
    for (let times = 0; times < 2; times++)
      expect(await publish(id, account.id)).toMatchObject({ status: 200, body: { libraryTemplate, publishErrors: [] } })
    const published = await providerTemplates(service, account.waId, name)
    expect(published).toMatchObject([
      { message_send_ttl_seconds: 600, components: [{ type: 'BODY' }, { buttons: [{ url: url.base_url }] }] },
    ])
    await api('PATCH', `${id}/`, { libraryTemplate: { name: 'payment_confirmation_1' } })
    const { body } = await publish(id, account.id)
    expect(body).toMatchObject({ publishErrors: [{ error: expect.stringContaining('library') }] })
  })

  test('a changed lifetime is published', async () => {
    const { account } = service.ready
    const name = freshName()
    const id = await newTemplate({ name })
    await publish(id, account.id)
    const [submitted] = await providerTemplates(service, account.waId, name)
    await review(service, String(submitted?.id), { status: 'APPROVED' })
    await api('PATCH', `${id}/`, { messageSendTtlSeconds: 120 })
    await publish(id, account.id)
    expect(await providerTemplates(service, account.waId, name)).toMatchObject([{ message_send_ttl_seconds: 120 }])
  })
})

describe('publishing', () => {
  test('PUT …/publish/ publishes to each account independently, and a repeat publishes to the rest', async () => {
    const name = freshName()
    const id = await newTemplate({ name })
    const { account } = service.ready
    service.provider.failNext({ code: 131000 })
    const partly = await publish(id, account.id, second.id, account.id)
    expect(partly).toMatchObject({
      status: 200,
      body: {
        id,
        publishResults: [{ providerTemplateId: expect.stringMatching(/^\d+$/), status: 'PENDING' }],
        publishErrors: [{ error: expect.stringContaining('provider') }],
      },
    })
    const whole = await publish(id, account.id, second.id)
    expect(whole.body).toMatchObject({ publishResults: [{}, {}], publishErrors: [] })
    for (const { id: accountId, waId } of [account, second]) {
      const [only, ...more] = await providerTemplates(service, waId, name)
      expect(more).toEqual([])
      expect(only).toMatchObject({ language: 'en', category: 'UTILITY', components: BODY })
      expect(linkOf(whole, accountId)).toMatchObject({ providerTemplateId: only?.id, status: 'PENDING' })
    }
  })

  test('PUT, and a repeated POST, show where the template is published', async () => {
    const name = freshName()
    const template = { name, category: 'UTILITY', components: BODY }
    const { account, apiKey, baseUrl } = service.ready
    const key = `templates-${name}`
    const create = async () => {
      const headers = { 'X-API-Key': apiKey, 'Content-Type': 'application/json', 'Idempotency-Key': key }
      const body = JSON.stringify(template)
      const response = await fetch(`${baseUrl}/api/v1/msg-templates/`, { method: 'POST', headers, body })
      return { status: response.status, headers: response.headers, body: await response.json() }
    }
    const id = idOf(await create())
    await publish(id, account.id)
    const published = { status: 'PENDING', providerTemplateId: expect.stringMatching(/^\d+$/) }
    expect(linkOf(await api('PUT', `${id}/`, template), account.id)).toMatchObject(published)
    await idempotencyKeys(() => service).cutOff(key)
    const again = await create()
    expect(idOf(again)).toBe(id)
    expect(linkOf(again, account.id)).toMatchObject(published)
  })

  test('POST …/publish/ unpublishes, as the spec documents it; so do DELETE and …/unpublish/', async () => {
    const { account } = service.ready
    for (const [method, path] of [
      ['POST', 'publish'],
      ['DELETE', 'publish'],
      ['POST', 'unpublish'],
    ] as const) {
      const name = freshName()
      const [german, english] = [await newTemplate({ name, language: 'de' }), await newTemplate({ name })]
      await publish(german, account.id)
      const { providerTemplateId = '' } = linkOf(await publish(english, account.id), account.id) ?? {}
      const unpublish = () => api(method, `${english}/${path}/`, { accountIds: [account.id] })
      const unpublished = await unpublish()
      expect(unpublished).toMatchObject({
        status: 200,
        body: { unpublishResults: [{ accountId: account.id, unpublished: true }], unpublishErrors: [] },
      })
      expect(linkOf(unpublished, account.id)).toMatchObject({ status: 'DRAFT', providerTemplateId: '' })
      expect(await providerTemplates(service, account.waId, name)).toMatchObject([{ language: 'de' }])
      expect(await unpublish()).toMatchObject({ status: 200, body: { unpublishErrors: [] } })
      const again = linkOf(await publish(english, account.id), account.id)
      expect(again).toMatchObject({
        status: 'PENDING',
        providerTemplateId: expect.not.stringMatching(`^${providerTemplateId}$`),
      })
      await review(service, again?.providerTemplateId ?? '', { status: 'APPROVED' })
      await unpublish()
      expect((await publish(english, account.id)).body).toMatchObject({
        publishErrors: [{ error: expect.stringContaining('blocks the name for 30 days') }],
      })
      expect(await links(english)).toEqual([])
    }
  })

  test("a repeat finds a template whose creation response was lost, with the provider's later events", async () => {
    const name = freshName()
    const id = await newTemplate({ name })
    const { account } = service.ready
    service.provider.failNext({ reset: 'after' })
    const lost = await publish(id, account.id)
    expect(lost.body).toMatchObject({ publishResults: [], publishErrors: [{ accountId: account.id }] })
    expect(linkOf(lost, account.id)).toMatchObject({ status: 'DRAFT' })
    const [made] = await providerTemplates(service, account.waId, name)
    await postTemplateEvent(service, made?.id ?? '', { event: 'PAUSED' }, 1_795_167_800)
    expect((await publish(id, account.id)).body).toMatchObject({
      publishResults: [{ accountId: account.id, providerTemplateId: made?.id, status: 'PAUSED' }],
    })
    expect(await providerTemplates(service, account.waId, name)).toHaveLength(1)
  })

  test('unpublishing also finds a template whose creation response was lost', async () => {
    const name = freshName()
    const id = await newTemplate({ name })
    const { account } = service.ready
    service.provider.failNext({ reset: 'after' })
    await publish(id, account.id)
    expect(await providerTemplates(service, account.waId, name)).toHaveLength(1)
    expect(await api('POST', `${id}/unpublish/`, { accountIds: [account.id] })).toMatchObject({
      body: { unpublishErrors: [] },
    })
    expect(await providerTemplates(service, account.waId, name)).toEqual([])
  })

  test('publishing again updates a published template after the draft was changed', async () => {
    const name = freshName()
    const id = await newTemplate({ name })
    const { account } = service.ready
    const { providerTemplateId = '' } = linkOf(await publish(id, account.id), account.id) ?? {}
    const components = [{ type: 'BODY', text: 'Changed' }]
    await api('PATCH', `${id}/`, { components, category: 'MARKETING' })
    const upstream = () => providerTemplates(service, account.waId, name)
    expect((await publish(id, account.id)).body).toMatchObject({
      publishResults: [],
      publishErrors: [{ accountId: account.id, error: expect.stringContaining('Publish again after the review.') }],
    })
    expect(await upstream()).toMatchObject([{ id: providerTemplateId, components: BODY }])
    await review(service, providerTemplateId, { status: 'APPROVED' })
    const submitted = { publishResults: [{ status: 'PENDING' }], publishErrors: [] }
    expect((await publish(id, account.id)).body).toMatchObject(submitted)
    expect(await link(id, account.id)).toMatchObject({ status: 'PENDING' })
    const approved = { id: providerTemplateId, category: 'UTILITY', components, status: 'PENDING' }
    expect(await upstream()).toMatchObject([approved])
    expect(await links(id)).toMatchObject([{ content: { category: 'UTILITY', components } }])
    await api('PATCH', `${id}/`, { category: 'UTILITY' })
    expect((await publish(id, account.id)).body).toMatchObject({ publishResults: [{}], publishErrors: [] })
    await review(service, providerTemplateId, { status: 'REJECTED', reason: 'INCORRECT_CATEGORY' })
    await api('PATCH', `${id}/`, { category: 'MARKETING' })
    expect(await link(id, account.id)).toMatchObject({ status: 'REJECTED', rejectionReason: 'INCORRECT_CATEGORY' })
    expect((await publish(id, account.id)).body).toMatchObject(submitted)
    expect(await link(id, account.id)).toMatchObject({ status: 'PENDING', rejectionReason: '' })
    expect(await upstream()).toMatchObject([{ ...approved, category: 'MARKETING' }])
    await api('PATCH', `${id}/`, { name: freshName() })
    expect((await publish(id, account.id)).body).toMatchObject({
      publishResults: [],
      publishErrors: [{ accountId: account.id, error: expect.stringContaining(name) }],
    })
  })

  test('a rejected publication leaves no claim on its name', async () => {
    const { account } = service.ready
    const id = await newTemplate({ name: 'Order update' })
    expect((await publish(id, account.id)).body).toMatchObject({
      publishErrors: [{ error: expect.stringContaining('lower-case letters, digits and underscores') }],
    })
    const name = freshName()
    await api('PATCH', `${id}/`, { name: freshName() })
    service.provider.failNext({ code: 100 })
    expect((await publish(id, account.id)).body).toMatchObject({ publishErrors: [{ accountId: account.id }] })
    expect(await links(id)).toEqual([])
    await api('PATCH', `${id}/`, { name })
    expect((await publish(id, account.id)).body).toMatchObject({ publishErrors: [], publishResults: [{}] })
    const published = { category: 'UTILITY', components: [{ type: 'BODY' }] }
    const content = [{ accountId: account.id, name, isConfirmed: true, content: published }]
    expect(await links(id)).toMatchObject(content)
    await api('PATCH', `${id}/`, { components: [] })
    expect(await links(id)).toMatchObject(content)
  })

  test('a template that was deleted at the provider can be published under another name', async () => {
    const { account } = service.ready
    const name = freshName()
    const id = await newTemplate({ name })
    const { providerTemplateId = '' } = linkOf(await publish(id, account.id), account.id) ?? {}
    await callApi(
      service.ready.baseUrl,
      service.ready.apiKey,
      'DELETE',
      `/msg-accounts/${account.id}/proxy/${account.waId}/message_templates/?name=${name}&hsm_id=${providerTemplateId}`,
    )
    expect(await providerTemplates(service, account.waId, name)).toEqual([])
    const renamed = freshName()
    await api('PATCH', `${id}/`, { name: renamed })
    expect((await publish(id, account.id)).body).toMatchObject({ publishErrors: [], publishResults: [{}] })
    expect(await links(id)).toMatchObject([{ name: renamed }])
  })

  test('the dashboard lists a publication whose outcome is unknown', async () => {
    const { account } = service.ready
    const id = await newTemplate()
    service.provider.failNext({ reset: 'after' })
    await publish(id, account.id)
    expect(await links(id)).toMatchObject([{ accountId: account.id, isConfirmed: false }])
    const other = await signInToDashboard(service, service.otherUser)
    expect((await other.call('GET', `/v1/template-links/?templateId=${id}`)).body).toEqual({
      results: [],
      nextCursor: null,
    })
  })

  test.each([
    [[], 'accountIds'],
    [['no-uuid'], 'accountIds.0'],
    [[UNKNOWN_ID], 'accountIds.0'],
    [undefined, 'accountIds'],
  ])('rejects accountIds %j', async (accountIds, path) => {
    const id = await newTemplate()
    const refused = await api('PUT', `${id}/publish/`, { accountIds })
    expect(refused).toMatchObject({ status: 400, body: { details: [{ path }] } })
  })

  test('does nothing if one account belongs to another organisation', async () => {
    const id = await newTemplate()
    const refused = await publish(id, second.id, UNKNOWN_ID)
    expect(refused).toMatchObject({ status: 400, body: { details: [{ path: 'accountIds.1' }] } })
    expect(await link(id, second.id)).toMatchObject({ status: 'DRAFT' })
  })
})

describe("the provider's events", () => {
  test('update status, reason and quality, in any order and across repeats', async () => {
    const id = await newTemplate()
    const providerTemplateId = linkOf(await publish(id, second.id), second.id)?.providerTemplateId ?? ''
    await review(service, providerTemplateId, { status: 'REJECTED', reason: 'INVALID_FORMAT', time: 1_795_167_800 })
    expect(await link(id, second.id)).toMatchObject({ status: 'REJECTED', rejectionReason: 'INVALID_FORMAT' })
    await review(service, providerTemplateId, { status: 'APPROVED', qualityScore: 'GREEN', time: 1_795_167_900 })
    await postTemplateEvent(service, providerTemplateId, { event: 'REJECTED', reason: 'SCAM' }, 1_795_167_850)
    await postTemplateEvent(service, providerTemplateId, { event: 'APPROVED', reason: 'NONE' }, 1_795_167_900)
    await postTemplateEvent(
      service,
      providerTemplateId,
      { new_quality_score: 'RED' },
      1_795_167_850,
      'message_template_quality_update',
    )
    expect(await link(id, second.id)).toMatchObject({ status: 'APPROVED', rejectionReason: '', qualityScore: 'GREEN' })
    await postTemplateEvent(service, providerTemplateId, { event: 'FLAGGED' }, 1_795_168_000)
    await postTemplateEvent(service, providerTemplateId, { event: 'SOMETHING_NEW' }, 1_795_168_100)
    expect(await link(id, second.id)).toMatchObject({ status: 'APPROVED' })
    await postTemplateEvent(service, providerTemplateId, { event: 'DELETED' }, 1_795_168_200)
    expect(await link(id, second.id)).toMatchObject({
      status: 'DRAFT',
      providerTemplateId: '',
      qualityScore: 'UNKNOWN',
    })
  })

  test('of unknown templates are accepted and change nothing', async () => {
    const before = (await api('GET', '')).body
    await postTemplateEvent(service, '594425479261596', { event: 'APPROVED' }, 1_795_167_800)
    await postTemplateEvent(service, '18446744073709551615', { event: 'APPROVED' }, 1_795_167_800)
    expect((await api('GET', '')).body).toEqual(before)
  })
})

test('an organisation can have exactly 250 templates, and deleting one makes room', async () => {
  const key = service.ready.otherOrganization.apiKey
  const create = () => api('POST', '', { name: freshName(), category: 'UTILITY' }, key)
  const kept = idOf(await create())
  await setTemplateCount(service, derivedId('demo organization', 'Other'), 248)
  const responses = await Promise.all(Array.from({ length: 4 }, create))
  expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409])
  await api('DELETE', `${kept}/`, undefined, key)
  expect((await create()).status).toBe(201)
  expect((await create()).status).toBe(409)
})
