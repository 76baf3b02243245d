// @module-tag full
import type { Service } from '@replywright/local/start-service.ts'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { chats, text } from '../support/chats.ts'
import { callApi, freshCustomer, startTestService } from '../support/service.ts'
import { idempotencyKeys } from './idempotency-keys.ts'

let service: Service
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service?.stop())

const { messagesOf, openConversation, sendOnce, sentFor } = chats(() => service)
const { begin, cutOff, expire } = idempotencyKeys(() => service)
const WithId = v.looseObject({ id: v.string() })
const idIn = ({ body }: { body: unknown }) => v.parse(WithId, body).id

async function create(key: string, body: object, path = '/conversations/', apiKey = service.ready.apiKey) {
  const response = await fetch(`${service.ready.baseUrl}/api/v1${path}`, {
    method: 'POST',
    headers: { 'X-API-Key': apiKey, 'Content-Type': 'application/json', 'Idempotency-Key': key },
    body: JSON.stringify(body),
  })
  const retryAfter = response.headers.get('retry-after')
  const replayed = response.headers.get('idempotent-replayed')
  return { status: response.status, retryAfter, replayed, body: v.parse(v.looseObject({}), await response.json()) }
}

test('the same key and body return the first response, byte for byte', async () => {
  const body = { toNumber: freshCustomer() }
  const first = await create('k-1', body)
  expect(first.status).toBe(201)
  await service.provider.sendAsCustomer({ from: body.toNumber, text: 'changes the conversation' })
  expect(first.replayed).toBeNull()
  expect(await create('k-1', body)).toEqual({ ...first, replayed: 'true' })
})

test('the same key with another body or path is a 409', async () => {
  const body = { toNumber: freshCustomer() }
  const { body: conversation } = await create('k-2', body)
  expect(await create('k-2', { toNumber: freshCustomer() })).toMatchObject({
    status: 409,
    body: { code: 'conflict', reason: 'idempotency_key_reused' },
  })
  const path = `/conversations/${conversation.id}/subscribe/`
  expect(await create('k-2', { webhookId: service.ready.webhook.id }, path)).toMatchObject({ status: 409 })
})

test('a repeat of a request in progress is a 409 that says when to try again', async () => {
  const body = { toNumber: freshCustomer() }
  await create('k-2b', body)
  await begin('k-2b')
  expect(await create('k-2b', body)).toMatchObject({ status: 409, retryAfter: '1', body: { code: 'conflict' } })
  const other = { toNumber: freshCustomer() }
  expect(await create('k-2b', other)).toMatchObject({ status: 409, retryAfter: null })
})

test('a key belongs to its organisation', async () => {
  const body = { toNumber: freshCustomer() }
  const [first, other] = [
    await create('k-3', body),
    await create('k-3', body, undefined, service.ready.otherOrganization.apiKey),
  ]
  expect(first.status).toBe(201)
  expect(other).toMatchObject({ status: 400, body: { details: [{ path: 'fromNumber' }] } })
})

test('concurrent requests with one key have one effect', async () => {
  const body = { toNumber: freshCustomer() }
  const responses = await Promise.all(Array.from({ length: 5 }, () => create('k-4', body)))
  const created = responses.filter(({ status }) => status === 201)
  expect(created.length).toBeGreaterThanOrEqual(1)
  expect(responses.every(({ status }) => status === 201 || status === 409)).toBe(true)
  expect(new Set(created.map((response) => JSON.stringify(response.body))).size).toBe(1)
})

test('a repeat changes nothing if what the request created or changed was deleted or changed since', async () => {
  const { baseUrl, apiKey } = service.ready
  const api = (method: string, path: string, body?: object) => callApi(baseUrl, apiKey, method, path, body)
  const twice = async (path: string, body: object, between: (id: string) => Promise<unknown>) => {
    const key = crypto.randomUUID()
    const first = await create(key, body, path)
    expect([first.status, first.replayed]).toEqual([expect.toBeOneOf([200, 201]), null])
    await between(idIn(first))
    return await create(key, body, path)
  }
  const NOT_FOUND = { status: 404, body: { code: 'not_found' } }
  const remove = (path: string) => (id: string) => api('DELETE', `${path}${id}/`)
  const connector = { name: 'Orders', url: 'https://example.com/mcp' }
  expect(await twice('/agents/', { name: 'Ada' }, remove('/agents/'))).toMatchObject(NOT_FOUND)
  expect(await twice('/mcp-connectors/', connector, remove('/mcp-connectors/'))).toMatchObject(NOT_FOUND)

  const agent = `/agents/${idIn(await create(crypto.randomUUID(), { name: 'Ada' }, '/agents/'))}/`
  const document = { name: 'a.txt', size: 1, contentType: 'text/plain' }
  const withoutDocuments = () => api('PATCH', agent, { documents: [] })
  expect(await twice(`${agent}documents/`, document, withoutDocuments)).toMatchObject(NOT_FOUND)
  const other = { email: 'other@example.com' }
  const shared = await twice(`${agent}share/`, other, () => api('DELETE', `${agent}share/`, other))
  expect(shared).toMatchObject({ status: 200, replayed: 'true' })
  const asOther = await callApi(baseUrl, service.ready.otherOrganization.apiKey, 'GET', agent)
  expect(asOther).toMatchObject(NOT_FOUND)
})

test('a failed request can be repeated with its key', async () => {
  const toNumber = freshCustomer()
  expect(await create('k-5', { toNumber, fromNumber: '447700999999' })).toMatchObject({ status: 400 })
  expect(await create('k-5', { toNumber })).toMatchObject({ status: 201 })
})

test.each(['', 'x'.repeat(256)])('an empty or too long key is a 400 (%$)', async (key) => {
  expect(await create(key, { toNumber: freshCustomer() })).toMatchObject({ status: 400 })
})

describe('after 24 hours', () => {
  test('the same key and message send again, and both messages are kept', async () => {
    const id = await openConversation()
    const [day1, repeat] = [await sendOnce(id, 'daily', text('Hi')), await sendOnce(id, 'daily', text('Hi'))]
    expect(repeat).toEqual(day1)
    await expire('daily')
    const day2 = await sendOnce(id, 'daily', text('Hi'))
    expect(day2.status).toBe(201)
    expect(idIn(day2)).not.toBe(idIn(day1))
    expect(sentFor(idIn(day2))).toHaveLength(1)
    expect((await messagesOf(id)).results.slice(0, 2)).toMatchObject([{ id: idIn(day2) }, { id: idIn(day1) }])
    expect(await sendOnce(id, 'daily', text('Hi'))).toEqual(day2)
  })

  test('the same key with another body creates another object', async () => {
    const ada = await create('nightly', { name: 'Ada' }, '/agents/')
    await expire('nightly')
    const bob = await create('nightly', { name: 'Bob' }, '/agents/')
    expect(bob).toMatchObject({ status: 201, body: { name: 'Bob' } })
    expect(idIn(bob)).not.toBe(idIn(ada))
  })

  test('the same key replays a delivery again', async () => {
    const { baseUrl, apiKey, webhook } = service.ready
    const customer = freshCustomer()
    await service.provider.sendAsCustomer({ from: customer, text: 'replay me' })
    const { headers } = await vi.waitFor(() => {
      const found = service.receiver.received(new URL(webhook.url).pathname).find(({ body }) => body.includes(customer))
      if (!found) throw new Error('not delivered yet')
      return found
    }, 30_000)
    const path = `/webhook-deliveries/${headers['x-service-delivery']}/replay/`
    expect((await callApi(baseUrl, apiKey, 'POST', path)).status).toBe(201)
    const first = await create('replay', {}, path)
    expect(await create('replay', {}, path)).toEqual({ ...first, replayed: 'true' })
    await expire('replay')
    const second = await create('replay', {}, path)
    expect(second.status).toBe(201)
    expect(idIn(second)).not.toBe(idIn(first))
  })

  test('concurrent requests with one key have one effect', async () => {
    const id = await openConversation()
    await sendOnce(id, 'k-6', text('day 1'))
    await expire('k-6')
    const responses = await Promise.all(Array.from({ length: 5 }, () => sendOnce(id, 'k-6', text('day 2'))))
    const sent = responses.filter(({ status }) => status === 201)
    expect(sent.length).toBeGreaterThanOrEqual(1)
    expect(responses.every(({ status }) => status === 201 || status === 409)).toBe(true)
    expect(new Set(sent.map(idIn)).size).toBe(1)
    const { results } = await messagesOf(id)
    expect(results.filter((message) => message.text === 'day 2')).toHaveLength(1)
  })
})

describe('an interrupted request', () => {
  test('is completed by its repeat under the same id, and another request is a 409', async () => {
    const id = await openConversation()
    const first = await sendOnce(id, 'k-7', text('once'))
    await cutOff('k-7')
    expect(await sendOnce(id, 'k-7', text('other'))).toMatchObject({ status: 409, body: { code: 'conflict' } })
    const again = await sendOnce(id, 'k-7', text('once'))
    expect(again.status).toBe(201)
    expect(idIn(again)).toBe(idIn(first))
    expect(sentFor(idIn(first))).toHaveLength(1)
  })

  test('is completed by its repeat if its result is never stored', async () => {
    const first = await create('k-8', { name: 'Ada' }, '/agents/')
    await cutOff('k-8')
    expect(await create('k-8', { name: 'Ada' }, '/agents/')).toEqual(first)
  })
})
