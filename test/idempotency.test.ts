import type { Service } from '@messaging/local/start-service.ts'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshCustomer, startTestService } from './service.ts'

let service: Service
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service?.stop())

async function create(key: string, body: object, path = '/conversations/', apiKey = service.ready.apiKey) {
  const response = await fetch(`${service.ready.baseUrl}/api/v1${path}`, {
    method: 'POST',
    headers: { 'X-API-Key': apiKey, 'Content-Type': 'application/json', 'Idempotency-Key': key },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: v.parse(v.looseObject({}), await response.json()) }
}

test('the same key and body get the first answer, byte for byte', async () => {
  const body = { toNumber: freshCustomer() }
  const first = await create('k-1', body)
  expect(first.status).toBe(201)
  await service.provider.sendAsCustomer({ from: body.toNumber, text: 'changes the conversation' })
  expect(await create('k-1', body)).toEqual(first)
})

test('the same key for another body or path is a 409', async () => {
  const body = { toNumber: freshCustomer() }
  const { body: conversation } = await create('k-2', body)
  expect(await create('k-2', { toNumber: freshCustomer() })).toMatchObject({ status: 409, body: { code: 'conflict' } })
  const path = `/conversations/${conversation.id}/subscribe/`
  expect(await create('k-2', { webhookId: service.ready.webhook.id }, path)).toMatchObject({ status: 409 })
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

test('requests at once with one key are one request', async () => {
  const body = { toNumber: freshCustomer() }
  const answers = await Promise.all(Array.from({ length: 5 }, () => create('k-4', body)))
  const created = answers.filter(({ status }) => status === 201)
  expect(created.length).toBeGreaterThanOrEqual(1)
  expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true)
  expect(new Set(created.map((answer) => JSON.stringify(answer.body))).size).toBe(1)
})

test('a request that failed may be repeated with its key', async () => {
  const toNumber = freshCustomer()
  expect(await create('k-5', { toNumber, fromNumber: '447700999999' })).toMatchObject({ status: 400 })
  expect(await create('k-5', { toNumber })).toMatchObject({ status: 201 })
})

test.each(['', 'x'.repeat(256)])('a key of length %$ that is empty or too long is a 400', async (key) => {
  expect(await create(key, { toNumber: freshCustomer() })).toMatchObject({ status: 400 })
})
