// @module-tag full
import type { Service } from '@replywright/local/start-service.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callers, envelopeOf, freshCustomer, idOf, startTestService } from '../support/service.ts'

let service: Service
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service?.stop())

const { api } = callers(() => service)
const webhook = (index: number) => service.ready.webhooks[index] ?? service.ready.webhook

async function newConversation(): Promise<string> {
  return idOf(await api('POST', '/conversations/', { toNumber: freshCustomer() }))
}

/** Waits for `count` lifecycle events of a conversation. Returns them in order of their timestamps. */
async function lifecycle(conversationId: string, count: number) {
  const mine = () => service.receiver.received().filter(({ json }) => JSON.stringify(json).includes(conversationId))
  for (let taken = mine().length; taken < count; taken = mine().length)
    await service.receiver.next((delivery) => envelopeOf(delivery).conversationId === conversationId)
  return mine().toSorted((a, b) => envelopeOf(a).timestamp.localeCompare(envelopeOf(b).timestamp))
}

test('subscribe, move to another webhook and unsubscribe send the events of the state table', async () => {
  const id = await newConversation()
  const subscribed = await api('POST', `/conversations/${id}/subscribe/`, { webhookId: webhook(0).id })
  expect(subscribed).toMatchObject({
    status: 200,
    body: { id, routing: 'webhook', routingOverride: 'true', webhookId: webhook(0).id },
  })
  await lifecycle(id, 1)
  await api('POST', `/conversations/${id}/routing/`, { mode: 'webhook', webhookId: webhook(1).id })
  await lifecycle(id, 3)
  const unsubscribed = await api('POST', `/conversations/${id}/unsubscribe/`)
  expect(unsubscribed).toMatchObject({ status: 200, body: { routing: null, routingOverride: 'false', webhookId: '' } })
  const events = await lifecycle(id, 4)
  expect(events.map(({ json }) => json)).toMatchObject([
    { event: 'subscription.activated', webhookId: webhook(0).id, routing: 'webhook', message: null },
    { event: 'subscription.revoked', webhookId: webhook(0).id, routing: 'webhook', message: null },
    { event: 'subscription.activated', webhookId: webhook(1).id, routing: 'webhook', message: null },
    { event: 'subscription.revoked', webhookId: webhook(1).id, routing: 'null', message: null },
  ])
  const [, revoked, activated] = events
  expect(revoked?.receivedAt).toBeLessThan(activated?.receivedAt ?? 0)
  expect(events.every(({ verdict }) => verdict.ok)).toBe(true)
})

test('the same pair again, and the modes agent, inherit and null, send no further events', async () => {
  const id = await newConversation()
  const subscribe = () => api('POST', `/conversations/${id}/subscribe/`, { webhookId: webhook(0).id })
  await subscribe()
  await subscribe()
  await api('POST', `/conversations/${id}/routing/`, { mode: 'agent' })
  await api('POST', `/conversations/${id}/routing/`, { mode: null })
  const inherited = await api('POST', `/conversations/${id}/routing/`, { mode: 'inherit' })
  expect(inherited).toMatchObject({ status: 200, body: { routing: null, webhookId: '' } })
  await subscribe()
  const events = await lifecycle(id, 3)
  expect(events.map(({ event }) => event)).toEqual([
    'subscription.activated',
    'subscription.revoked',
    'subscription.activated',
  ])
})

test('concurrent subscribes send one event', async () => {
  const id = await newConversation()
  const responses = await Promise.all(
    Array.from({ length: 8 }, () => api('POST', `/conversations/${id}/subscribe/`, { webhookId: webhook(0).id })),
  )
  expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(200))
  await api('POST', `/conversations/${id}/unsubscribe/`, {})
  const events = await lifecycle(id, 2)
  expect(events.map(({ event }) => event)).toEqual(['subscription.activated', 'subscription.revoked'])
})

test('creating a conversation again returns the same one, also concurrently', async () => {
  const toNumber = freshCustomer()
  const responses = await Promise.all([
    ...Array.from({ length: 4 }, () => api('POST', '/conversations/', { toNumber })),
    api('POST', '/conversations/', { phoneNumber: `+${toNumber}`, fromNumber: '+44 7700 900100' }),
  ])
  expect(responses.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
  expect(new Set(responses.map(idOf)).size).toBe(1)
  expect(responses[0]?.body).toEqual({
    id: expect.any(String),
    contact: { id: expect.any(String), phoneNumber: toNumber, name: '' },
    activeAgent: service.ready.agent.id,
    msgNumber: '447700900100',
    chatWindowRemainingTime: '0',
    lastMessage: '',
    isHumanTakeover: 'false',
    active: 'false',
    routing: null,
    webhookId: '',
    routingOverride: 'false',
    activeSupportHandoff: '',
    supportHandoffs: '',
    commerceCustomer: '',
    latestReferral: null,
  })
})

test('the routing of a conversation on the sandbox number cannot be changed', async () => {
  const sandbox = service.ready.numbers.find((number) => number.sandbox)
  const created = await api('POST', '/conversations/', { toNumber: freshCustomer(), fromNumber: sandbox?.number })
  expect(created.status).toBe(201)
  for (const [operation, body] of [
    ['subscribe', { webhookId: webhook(0).id }],
    ['unsubscribe', undefined],
    ['routing', { mode: 'agent' }],
  ] as const) {
    const response = await api('POST', `/conversations/${idOf(created)}/${operation}/`, body)
    expect(response).toMatchObject({ status: 400, body: { code: 'validation_error' } })
  }
})
