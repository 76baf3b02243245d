// @module-tag full
import { deleteWebhook } from '@replywright/core/deliveries/webhooks/webhooks.ts'
import { derivedId } from '@replywright/core/platform/clock.ts'
import type { Service } from '@replywright/local/start-service.ts'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { signInToDashboard } from '../dashboard/session.ts'
import { WAIT, webhooksOf } from '../dashboard/webhooks.ts'
import { actAsAdministrator } from '../support/administrator.ts'
import { callApi, callers, freshCustomer, idOf, isEvent, startTestService } from '../support/service.ts'

let service: Service
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service?.stop())

const { api, apiOfOther: other } = callers(() => service)
const number = (sandbox = false) => service.ready.numbers.find((each) => each.sandbox === sandbox)?.number ?? ''
const route = (operation: string, body?: unknown) => api('POST', `/phone-numbers/${number()}/${operation}/`, body)
const agentId = () => service.ready.agent.id
const webhook = (index: number) => service.ready.webhooks[index] ?? service.ready.webhook

const newConversation = async () => idOf(await api('POST', '/conversations/', { toNumber: freshCustomer() }))
const conversation = async (id: string) => (await api('GET', `/conversations/${id}/`)).body
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'

describe('the number resource', () => {
  test('the list has the organisation’s numbers, including its sandbox number, with every field', async () => {
    const { status, body } = await api('GET', '/phone-numbers/')
    const account = { id: service.ready.account.id, name: 'Demo account' }
    const real = {
      id: expect.any(String),
      number: '447700900100',
      msgPhoneNumberId: '106540352242922',
      account,
      activeAgent: { id: agentId(), name: 'Demo agent' },
      defaultRouting: null,
      defaultWebhook: null,
      isSandbox: false,
      health: { state: 'ok', quality: null, messagingLimit: null, problems: [] },
    }
    const sandbox = {
      ...real,
      number: number(true),
      msgPhoneNumberId: expect.stringMatching(/^sandbox-/),
      account: null,
      activeAgent: null,
      defaultRouting: 'sandbox',
      isSandbox: true,
    }
    expect([status, body]).toEqual([200, { count: 2, next: null, previous: null, results: [real, sandbox] }])
    const second = await api('GET', '/phone-numbers/?limit=1&offset=1')
    expect(second.body).toMatchObject({ count: 2, next: null, results: [{ isSandbox: true }] })
    expect((await api('GET', '/phone-numbers/?limit=101')).status).toBe(400)
  })

  test.each(['', '%2B', '+', '%20%2B'])('a number in the path may begin with %j', async (prefix) => {
    expect(await api('GET', `/phone-numbers/${prefix}${number()}/`)).toMatchObject({
      status: 200,
      body: { number: number() },
    })
  })

  test.each(['447700900999', 'abc', '0', '%25', '4'.repeat(3000), UNKNOWN_ID])(
    'an unknown number is a 404: %.40s',
    async (n) => {
      expect(await api('GET', `/phone-numbers/${n}/`)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    },
  )

  test('another organisation’s number is not found', async () => {
    for (const [method, path] of [
      ['GET', ''],
      ['POST', 'unsubscribe/'],
      ['POST', 'connect-agent/'],
    ] as const)
      expect(
        await other(
          method,
          `/phone-numbers/${number()}/${path}`,
          method === 'POST' ? { agentId: UNKNOWN_ID } : undefined,
        ),
      ).toMatchObject({ status: 404 })
    expect(await other('GET', '/phone-numbers/')).toMatchObject({ body: { count: 1 } })
  })
})

describe('number-level operations set the mode and clear the unrelated reference', () => {
  test('subscribe, connect-agent, unsubscribe', async () => {
    const own = { id: webhook(0).id, name: 'Demo webhook 1' }
    expect(await route('subscribe', { webhookId: own.id })).toMatchObject({
      status: 200,
      body: { defaultRouting: 'webhook', defaultWebhook: own, activeAgent: null },
    })
    expect(await route('connect-agent', { agentId: agentId() })).toMatchObject({
      status: 200,
      body: { defaultRouting: 'agent', defaultWebhook: null, activeAgent: { id: agentId(), name: 'Demo agent' } },
    })
    const unrouted = { defaultRouting: null, defaultWebhook: null, activeAgent: null }
    expect(await route('unsubscribe')).toMatchObject({ status: 200, body: unrouted })
    expect(await api('GET', `/phone-numbers/${number()}/`)).toMatchObject({ status: 200, body: unrouted })
  })

  test('concurrent operations leave the complete result of one of them', async () => {
    await Promise.all([
      route('subscribe', { webhookId: webhook(0).id }),
      route('connect-agent', { agentId: agentId(), applyToExisting: true }),
      route('subscribe', { webhookId: webhook(1).id, applyToExisting: true }),
      route('unsubscribe', {}),
    ])
    const { body } = await api('GET', `/phone-numbers/${number()}/`)
    expect([
      { defaultRouting: 'webhook', defaultWebhook: { id: webhook(0).id, name: 'Demo webhook 1' }, activeAgent: null },
      { defaultRouting: 'webhook', defaultWebhook: { id: webhook(1).id, name: 'Demo webhook 2' }, activeAgent: null },
      { defaultRouting: 'agent', defaultWebhook: null, activeAgent: { id: agentId(), name: 'Demo agent' } },
      { defaultRouting: null, defaultWebhook: null, activeAgent: null },
    ]).toContainEqual(routingOf(body))
  })

  test.each([
    ['subscribe', () => ({}), 'webhookId'],
    ['subscribe', () => ({ webhookId: UNKNOWN_ID }), 'webhookId'],
    ['subscribe', () => ({ webhookId: 'x'.repeat(5000) }), 'webhookId'],
    ['subscribe', () => ({ webhookId: service.ready.otherOrganization.webhookId }), 'webhookId'],
    ['subscribe', () => ({ webhookId: webhook(0).id, applyToExisting: 'yes' }), 'applyToExisting'],
    ['connect-agent', () => ({}), 'agentId'],
    ['connect-agent', () => ({ agentId: UNKNOWN_ID }), 'agentId'],
    ['connect-agent', () => ({ agentId: 'x' }), 'agentId'],
    ['unsubscribe', () => ({ applyToExisting: 1 }), 'applyToExisting'],
  ] as const)('%s rejects a body without a valid %3$s', async (operation, body, path) => {
    expect(await route(operation, body())).toMatchObject({
      status: 400,
      body: { code: 'validation_error', details: [{ path }] },
    })
  })

  test('a webhook that is deleted concurrently is rejected', async () => {
    const demo = await signInToDashboard(service)
    const { id } = await webhooksOf(service, demo).createWebhook()
    await route('unsubscribe')
    const deletion = Promise.withResolvers<void>()
    const held = service.cloud.faults.plan({
      service: 'dynamodb',
      action: 'TransactWriteItems',
      where: ({ request }) => request.includes('defaultWebhookId') && request.includes(id),
      nth: 1,
      kind: 'delay',
      until: deletion.promise,
    })
    const subscribing = route('subscribe', { webhookId: id })
    await vi.waitFor(() => expect(held.fired).toHaveLength(1), WAIT)
    actAsAdministrator(service)
    await deleteWebhook(derivedId('demo organization', 'Demo'), id, Date.now())
    deletion.resolve()
    expect(await subscribing).toMatchObject({ status: 400, body: { details: [{ path: 'webhookId' }] } })
    expect(await api('GET', `/phone-numbers/${number()}/`)).toMatchObject({ body: { defaultRouting: null } })
  })

  test('the sandbox number cannot be routed (Routing validation 2)', async () => {
    for (const [operation, body] of [
      ['subscribe', { webhookId: webhook(0).id }],
      ['connect-agent', { agentId: agentId() }],
      ['unsubscribe', {}],
    ] as const)
      expect(await api('POST', `/phone-numbers/${number(true)}/${operation}/`, body)).toMatchObject({ status: 400 })
  })

  test('a read key can read and cannot route', async () => {
    const { baseUrl, readApiKey } = service.ready
    expect((await callApi(baseUrl, readApiKey, 'GET', `/phone-numbers/${number()}/`)).status).toBe(200)
    expect((await callApi(baseUrl, readApiKey, 'POST', `/phone-numbers/${number()}/unsubscribe/`, {})).status).toBe(403)
  })
})

describe('applyToExisting', () => {
  test('replaces the agent of every existing conversation, and not of conversations changed later', async () => {
    await route('connect-agent', { agentId: agentId(), applyToExisting: true })
    const [first, second, third] = [await newConversation(), await newConversation(), await newConversation()]
    for (const id of [first, second, third]) expect(await conversation(id)).toMatchObject({ activeAgent: agentId() })

    await route('subscribe', { webhookId: webhook(0).id })
    expect(await conversation(first)).toMatchObject({ activeAgent: agentId(), webhookId: webhook(0).id })

    await route('subscribe', { webhookId: webhook(0).id, applyToExisting: true })
    for (const id of [first, second]) expect(await conversation(id)).toMatchObject({ activeAgent: '' })

    const chosen = await api('POST', `/conversations/${first}/routing/`, { mode: 'agent', agentId: agentId() })
    expect(chosen).toMatchObject({ status: 200, body: { activeAgent: agentId() } })
    expect(await conversation(first)).toMatchObject({ activeAgent: agentId(), routing: 'agent' })
    expect(await conversation(second)).toMatchObject({ activeAgent: '', routing: null })

    // The number's agent answers in a conversation without an agent.
    await route('connect-agent', { agentId: agentId() })
    expect(await conversation(third)).toMatchObject({ activeAgent: agentId() })
    await route('connect-agent', { agentId: agentId(), applyToExisting: true })
    expect(await conversation(third)).toMatchObject({ activeAgent: agentId() })

    await route('unsubscribe', { applyToExisting: true })
    for (const id of [first, second, third]) expect(await conversation(id)).toMatchObject({ activeAgent: '' })
  })

  test('stays in effect after a message, and until the conversation is created again with an agent', async () => {
    await route('connect-agent', { agentId: agentId() })
    const customer = freshCustomer()
    const id = idOf(await api('POST', '/conversations/', { toNumber: customer }))
    await route('unsubscribe', { applyToExisting: true })
    await service.provider.sendAsCustomer({ from: customer, text: 'still there?' })
    expect(await conversation(id)).toMatchObject({ activeAgent: '', lastMessage: 'still there?' })
    const again = await api('POST', '/conversations/', { toNumber: customer, agentId: agentId() })
    expect(again).toMatchObject({ status: 201, body: { id, activeAgent: agentId() } })
    expect(await conversation(id)).toMatchObject({ activeAgent: agentId() })
  })

  test('no number-level operation sends a lifecycle event', async () => {
    const lifecycle = () => service.receiver.received().filter(({ event }) => /activated|revoked/.test(event ?? ''))
    const before = lifecycle().length
    const id = await newConversation()
    await route('subscribe', { webhookId: webhook(1).id, applyToExisting: true })
    await route('connect-agent', { agentId: agentId(), applyToExisting: true })
    await route('unsubscribe', { applyToExisting: true })
    // The conversation's own event arrives after any event that the number could have sent before it.
    await api('POST', `/conversations/${id}/subscribe/`, { webhookId: webhook(1).id })
    await service.receiver.next(isEvent(webhook(1).url, 'subscription.activated'))
    expect(
      lifecycle()
        .slice(before)
        .map(({ json }) => json),
    ).toMatchObject([{ conversationId: id }])
  })
})

const Routing = v.object({ defaultRouting: v.unknown(), defaultWebhook: v.unknown(), activeAgent: v.unknown() })

function routingOf(body: unknown): v.InferOutput<typeof Routing> {
  return v.parse(Routing, body)
}
