// @module-tag full
import { loadDemoSecrets } from '@replywright/local/demo.ts'
import type { Service } from '@replywright/local/start-service.ts'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createOrganizationWithNumber, runOps } from '../operations/run-ops.ts'
import { callApi, callers, freshCustomer, isEvent, startTestService } from '../support/service.ts'

/** An account, with its number, that another organisation has connected. */
const ACME = { waId: '333222111000999', phoneNumberId: '777888999000111', digits: '447700900300', token: 'EAAacme' }
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'

let service: Service
let acme: Awaited<ReturnType<typeof createOrganizationWithNumber>>
const lines: string[] = []
beforeAll(async () => {
  service = await startTestService({ log: ({ line }) => lines.push(line) })
  acme = await createOrganizationWithNumber(service, {
    ...ACME,
    token: (await loadDemoSecrets(service.dataDir)).accessToken,
  })
})
afterAll(() => service?.stop())

const { api, apiOfOther: other } = callers(() => service)
const asAcme = (method: string, path: string, body?: unknown) =>
  callApi(service.ready.baseUrl, acme.apiKey, method, path, body)
const account = (operation = '') => `/msg-accounts/${service.ready.account.id}/${operation}`

const Available = v.array(v.strictObject({ id: v.string(), phoneNumber: v.string() }))
const available = async () => v.parse(Available, (await api('GET', '/available-numbers/')).body)

describe('messaging accounts', () => {
  test('the list is an array of the organisation’s accounts, with every field', async () => {
    const demo = {
      id: service.ready.account.id,
      waId: service.ready.account.waId,
      phoneNumbers: '447700900100',
      templatesUrl: `${service.ready.baseUrl}/accounts/${service.ready.account.id}/templates`,
      name: 'Demo account',
    }
    expect(await api('GET', '/msg-accounts/')).toMatchObject({ status: 200, body: [demo] })
    expect((await api('GET', account())).body).toEqual(demo)
    expect((await api('GET', '/msg-accounts/?offset=1')).body).toEqual([])
    expect((await api('GET', '/msg-accounts/?limit=1&offset=0')).body).toEqual([demo])
    expect((await api('GET', '/msg-accounts/?limit=0')).status).toBe(400)
    expect((await other('GET', '/msg-accounts/')).body).toEqual([])
  })

  test.each([UNKNOWN_ID, 'x', '%2e%2e', 'x'.repeat(4000)])('an unknown account id is a 404: %.40s', async (id) => {
    expect((await api('GET', `/msg-accounts/${id}/`)).status).toBe(404)
  })

  test('another organisation’s account is not found by any operation', async () => {
    expect((await other('GET', account())).status).toBe(404)
    expect((await other('POST', account('add-number/'), { id: UNKNOWN_ID, name: 'X' })).status).toBe(404)
    const deploy = { agentId: UNKNOWN_ID, phoneNumberId: UNKNOWN_ID }
    expect((await other('POST', account('deploy-agent/'), deploy)).status).toBe(404)
  })
})

const Numbers = v.looseObject({ results: v.array(v.looseObject({ id: v.string(), isSandbox: v.boolean() })) })

describe('deploy-agent', () => {
  test('connects the agent to one of the account’s numbers', async () => {
    const { results } = v.parse(Numbers, (await api('GET', '/phone-numbers/')).body)
    const [real, sandbox] = results
    const deploy = (body: unknown) => api('POST', account('deploy-agent/'), body)
    const agentId = service.ready.agent.id
    expect(await deploy({ agentId, phoneNumberId: real?.id })).toMatchObject({
      status: 200,
      body: { id: service.ready.account.id, phoneNumbers: '447700900100' },
    })
    expect((await api('GET', '/phone-numbers/447700900100/')).body).toMatchObject({
      defaultRouting: 'agent',
      activeAgent: { id: agentId },
    })
    for (const phoneNumberId of [sandbox?.id, UNKNOWN_ID, 'x', undefined])
      expect(await deploy({ agentId, phoneNumberId })).toMatchObject({
        status: 400,
        body: { details: [{ path: 'phoneNumberId' }] },
      })
    expect(await deploy({ agentId: UNKNOWN_ID, phoneNumberId: real?.id })).toMatchObject({
      status: 400,
      body: { details: [{ path: 'agentId' }] },
    })
  })
})

test('the available numbers are a slice of the list', async () => {
  const all = await available()
  for (const query of ['limit=1', `offset=1&limit=${all.length}`])
    expect((await api('GET', `/available-numbers/?${query}`)).body).toEqual(
      query === 'limit=1' ? all.slice(0, 1) : all.slice(1),
    )
  for (const limit of ['0', '-1', '101', 'x'])
    expect(await api('GET', `/available-numbers/?limit=${limit}`)).toMatchObject({
      status: 400,
      body: { details: [{ path: 'limit' }] },
    })
})

describe('add-number', () => {
  test('rejects an id that is not an available number', async () => {
    for (const id of [UNKNOWN_ID, 'x', ''])
      expect(await api('POST', account('add-number/'), { id, name: 'Shop' })).toMatchObject({
        status: 400,
        body: { details: [{ path: 'id' }] },
      })
    const [first] = await available()
    expect(await api('POST', account('add-number/'), { id: first?.id, name: ' ' })).toMatchObject({
      status: 400,
      body: { details: [{ path: 'name' }] },
    })
  })

  test('keeps a number available when the provider rejects it', async () => {
    const [first] = await available()
    const refused = await asAcme('POST', `/msg-accounts/${acme.accountId}/add-number/`, { id: first?.id, name: 'Shop' })
    expect(refused).toMatchObject({ status: 400, body: { code: 'validation_error' } })
    expect(await available()).toContainEqual(first)
  })

  test('gives a number to one of two concurrent callers and rejects the other', async () => {
    service.provider.addNumber({
      phoneNumberId: ACME.phoneNumberId,
      displayPhoneNumber: ACME.digits,
      wabaId: ACME.waId,
    })
    const [first] = await available()
    const responses = await Promise.all([
      api('POST', account('add-number/'), { id: first?.id, name: 'Shop' }),
      asAcme('POST', `/msg-accounts/${acme.accountId}/add-number/`, { id: first?.id, name: 'Shop' }),
    ])
    const [winner] = responses.filter(({ status }) => status === 200)
    const [loser] = responses.filter(({ status }) => status !== 200)
    expect(winner?.body).toMatchObject({ phoneNumbers: expect.stringContaining(first?.phoneNumber ?? '') })
    expect([400, 409]).toContain(loser?.status)
    expect(await available()).toHaveLength(1)
  })

  test('registers a number once across repeated calls, and sends its messages to webhooks of all numbers', async () => {
    const [last] = await available()
    const add = () => api('POST', account('add-number/'), { id: last?.id, name: 'Second shop' })
    const responses = await Promise.all([add(), add(), add()])
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await add()).toMatchObject({ status: 200, body: responses[0]?.body })
    expect(await available()).toEqual([])

    const n = last?.phoneNumber ?? ''
    const { body } = await api('GET', `/phone-numbers/${n}/`)
    expect(body).toMatchObject({ number: n, account: { id: service.ready.account.id }, defaultRouting: null })
    const listed = v.parse(Numbers, (await api('GET', '/phone-numbers/')).body)
    expect(listed).toMatchObject({ count: listed.results.length })

    const customer = freshCustomer()
    await service.provider.sendAsCustomer({ from: customer, text: 'to the new number', to: n })
    const delivery = await service.receiver.next(isEvent(service.ready.webhook.url, 'message.received'))
    expect(delivery.json).toMatchObject({ phoneNumber: `+${n}`, message: { body: 'to the new number' } })
    const second = service.ready.webhooks[1]?.url ?? ''
    expect(service.receiver.received().filter(isEvent(second, 'message.received'))).toEqual([])
  })

  test('lists a number once when the operator’s command adds it repeatedly', async () => {
    const offer = () => runOps(service, ['numbers', 'add', '--calling-code', '44', '--number', '+44 7700 900109'])
    const row = await offer()
    expect(row).toEqual({ id: expect.any(String), number: '447700900109' })
    expect(await offer()).toEqual(row)
    expect(await available()).toEqual([{ id: row.id, phoneNumber: '447700900109' }])
    await expect(
      runOps(service, ['numbers', 'add', '--calling-code', '1', '--number', '447700900110']),
    ).rejects.toThrow('does not begin with its calling code 1')
  })
})

describe('proxy', () => {
  const proxy = (path: string, init: RequestInit = {}) =>
    fetch(`${service.ready.baseUrl}/api/v1${account(`proxy/${path}`)}`, {
      ...init,
      headers: {
        'X-API-Key': service.ready.apiKey,
        ...(typeof init.body === 'string' && { 'Content-Type': 'application/json' }),
      },
    })

  test('reads the account, and media files and templates created through the proxy', async () => {
    const { waId } = service.ready.account
    const numbers = await proxy(`${waId}/phone_numbers/`)
    expect([numbers.status, await numbers.json()]).toMatchObject([
      200,
      { data: expect.arrayContaining([expect.objectContaining({ id: '106540352242922' })]) },
    ])
    const form = new FormData()
    form.set('messaging_product', 'whatsapp')
    form.set('file', new Blob(['%PDF'], { type: 'application/pdf' }), 'menu.pdf')
    const { id: mediaId } = v.parse(
      v.object({ id: v.string() }),
      await (await proxy('106540352242922/media', { method: 'POST', body: form })).json(),
    )
    expect(await (await proxy(mediaId)).json()).toMatchObject({
      id: mediaId,
      mime_type: 'application/pdf',
      file_size: 4,
    })
    const template = {
      name: 'order_update',
      language: 'en',
      category: 'UTILITY',
      components: [{ type: 'BODY', text: 'Your order ships.' }],
    }
    const created = await proxy(`${waId}/message_templates`, { method: 'POST', body: JSON.stringify(template) })
    const { id: templateId } = v.parse(v.object({ id: v.string() }), await created.json())
    expect(await (await proxy(templateId)).json()).toMatchObject({ id: templateId, name: 'order_update' })
    expect((await proxy('1234567890')).status).toBe(404)
    expect((await proxy(`${ACME.waId}/phone_numbers`)).status).toBe(403)
  })
})

test('no token is logged', async () => {
  const { accessToken } = await loadDemoSecrets(service.dataDir)
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.join('\n')).not.toContain(accessToken)
})
