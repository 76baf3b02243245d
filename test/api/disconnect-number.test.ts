// @module-tag full
import { MOST_WEBHOOKS } from '@replywright/contract/dashboard/webhooks.ts'
import { openChat } from '@replywright/core/answering/turns/turn-origin.ts'
import { createNumber } from '@replywright/core/channel/numbers/numbers.ts'
import { findConversation } from '@replywright/core/conversations/conversation-entity.ts'
import { watchWindow } from '@replywright/core/conversations/service-window/watch-window.ts'
import { listenersToAll } from '@replywright/core/deliveries/webhooks/view-webhooks.ts'
import { listWebhooks } from '@replywright/core/deliveries/webhooks/webhook-entity.ts'
import { createWebhook } from '@replywright/core/deliveries/webhooks/webhooks.ts'
import { derivedId, newId } from '@replywright/core/platform/clock.ts'
import type { Service } from '@replywright/local/start-service.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actAsAdministrator } from '../support/administrator.ts'
import { callers, freshCustomer, idOf, startTestService } from '../support/service.ts'

let service: Service
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service?.stop())

const { api, apiToRead, apiOfOther: other } = callers(() => service)
const number = (sandbox = false) => service.ready.numbers.find((each) => each.sandbox === sandbox)?.number ?? ''
const phoneNumberId = () => service.ready.numbers.find(({ sandbox }) => !sandbox)?.phoneNumberId ?? ''
const organizationId = derivedId('demo organization', 'Demo')
const path = (n = number()) => `/phone-numbers/${n}/`
const text = (body: string) => ({ type: 'text', text: { body } })

/** Connects the number again, as an operator or a link session does. */
async function connect(organizationId: string, accountId?: string) {
  actAsAdministrator(service)
  const connection = { id: newId(), sandbox: false, connectedAt: Date.now() - 1000 }
  await createNumber(
    { ...connection, organizationId, accountId, phoneNumberId: phoneNumberId(), number: number() },
    listenersToAll,
  )
}

test('the sandbox number, an unknown one and a foreign one cannot be disconnected', async () => {
  expect(await api('DELETE', path(number(true)))).toMatchObject({ status: 400, body: { code: 'validation_error' } })
  expect(await api('DELETE', path('447700900999'))).toMatchObject({ status: 404 })
  expect(await other('DELETE', path())).toMatchObject({ status: 404 })
  expect(await apiToRead('DELETE', path())).toMatchObject({ status: 403, body: { code: 'permission_denied' } })
  expect(await api('GET', path())).toMatchObject({ status: 200 })
})

test('a number leaves the organisation with its subscriptions; its conversations stay readable', async () => {
  const customer = freshCustomer()
  await service.provider.sendAsCustomer({ from: customer, text: 'Before' })
  const id = idOf(await api('POST', '/conversations/', { toNumber: customer }))
  const agent = `/agents/${service.ready.agent.id}/`
  await api('POST', `${path()}connect-agent/`, { agentId: service.ready.agent.id })
  expect(await api('GET', agent)).toMatchObject({ body: { phoneNumbers: [{ phoneNumber: number() }] } })

  expect(await api('DELETE', path())).toMatchObject({ status: 204 })
  expect(await api('DELETE', path())).toMatchObject({ status: 404 })
  expect(await api('GET', path())).toMatchObject({ status: 404 })
  expect(await api('GET', '/phone-numbers/')).toMatchObject({ body: { count: 1, results: [{ isSandbox: true }] } })
  expect(await api('GET', agent)).toMatchObject({ body: { phoneNumbers: [] } })
  expect(await api('GET', `/msg-accounts/${service.ready.account.id}/`)).toMatchObject({ body: { phoneNumbers: '' } })

  expect(await api('GET', `/conversations/${id}/`)).toMatchObject({ body: { msgNumber: number(), activeAgent: '' } })
  expect(await api('GET', `/conversations/?contact=${customer}`)).toMatchObject({ body: { results: [{ id }] } })
  const messages = `/conversations/${id}/messages/`
  expect(await api('GET', messages)).toMatchObject({ status: 200, body: { results: [{ text: 'Before' }] } })
  expect(await api('GET', `/customers/${customer}/`)).toMatchObject({ status: 200 })
  expect(await api('POST', messages, text('After'))).toMatchObject({
    status: 409,
    body: { code: 'conflict', reason: 'number_disconnected', error: expect.stringContaining('Connect it again') },
  })
  expect(await api('POST', '/conversations/', { toNumber: freshCustomer(), fromNumber: number() })).toMatchObject({
    status: 400,
  })

  await service.provider.sendAsCustomer({ from: customer, text: 'To nobody' })
  expect(await api('GET', messages)).toMatchObject({ body: { results: [{ text: 'Before' }] } })
})

test('the organisation connects it again: no subscription but those to all numbers, and the same conversations', async () => {
  await connect(derivedId('demo organization', 'Demo'), service.ready.account.id)
  expect(await api('GET', path())).toMatchObject({ body: { activeAgent: null, defaultRouting: null } })
  const customer = freshCustomer()
  await service.provider.sendAsCustomer({ from: customer, text: 'Hello again' })
  const id = idOf(await api('POST', '/conversations/', { toNumber: customer }))
  expect(await api('POST', `/conversations/${id}/messages/`, text('Welcome back'))).toMatchObject({ status: 201 })

  expect(await api('DELETE', path())).toMatchObject({ status: 204 })
  await connect(derivedId('demo organization', 'Other'))
  expect(await other('GET', path())).toMatchObject({ status: 200 })
  expect(await api('GET', `/conversations/${id}/`)).toMatchObject({ status: 200 })
  expect(await api('POST', `/conversations/${id}/messages/`, text('Foreign'))).toMatchObject({
    status: 409,
    body: { reason: 'number_disconnected' },
  })
})

test('no turn, wake-up, trigger or window event happens in a conversation of a number that left', async () => {
  const number = '447700900888'
  const connected = { id: newId(), organizationId, phoneNumberId: '888', number, sandbox: false, connectedAt: 1 }
  actAsAdministrator(service)
  await createNumber({ ...connected, accountId: service.ready.account.id }, listenersToAll)
  const input = { toNumber: freshCustomer(), fromNumber: number, agentId: service.ready.agent.id }
  const id = idOf(await api('POST', '/conversations/', input))
  expect(await openChat(await findConversation(organizationId, id), {})).toBeDefined()

  expect(await api('DELETE', path(number))).toMatchObject({ status: 204 })
  expect(await openChat(await findConversation(organizationId, id), {})).toBeUndefined()
  const lastHour = Date.now() + 23.5 * 3_600_000
  await watchWindow({ organizationId, conversationId: id, since: 0 }, () => lastHour)
  const { body } = await api('GET', `/conversations/${id}/`)
  expect(body).toMatchObject({ activeAgent: '', routing: null })
  expect(service.receiver.received().filter((one) => one.body.includes(id))).toEqual([])
  expect(await api('POST', '/conversations/', input)).toMatchObject({ status: 400 })
})

test('all webhooks of an organisation leave the number, however many name it', async () => {
  const number = '447700900889'
  const phoneNumberId = '889'
  const owner = { organizationId, userId: derivedId('demo user', 'Demo') }
  actAsAdministrator(service)
  await createNumber(
    { id: newId(), organizationId, phoneNumberId, number, sandbox: false, connectedAt: 1 },
    listenersToAll,
  )
  for (let count = (await listWebhooks(organizationId)).length; count < MOST_WEBHOOKS; count++) {
    const webhook = {
      name: `Webhook ${count}`,
      url: `https://example.com/${count}`,
      events: ['message.received'],
    } as const
    await createWebhook(
      owner,
      { ...webhook, events: ['message.received'], phoneNumberIds: [phoneNumberId] },
      Date.now(),
      newId(),
    )
  }
  const naming = async () =>
    (await listWebhooks(organizationId)).filter(({ phoneNumberIds = [] }) => phoneNumberIds.includes(phoneNumberId))
  expect((await naming()).length).toBeGreaterThan(47)
  expect(await api('DELETE', path(number))).toMatchObject({ status: 204 })
  expect(await naming()).toEqual([])
  expect(await api('GET', path(number))).toMatchObject({ status: 404 })
})
