// @module-tag full
import { MOST_WEBHOOKS } from '@replywright/contract/dashboard/webhooks.ts'
import { checkSession } from '@replywright/core/answering/sessions/watch-session.ts'
import { derivedId } from '@replywright/core/platform/clock.ts'
import type { Service } from '@replywright/local/start-service.ts'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { signInToDashboard } from '../dashboard/session.ts'
import { webhooksOf } from '../dashboard/webhooks.ts'
import { startTestService } from '../support/service.ts'
import { agentWorld, type Party } from './agent-world.ts'

const ORGANIZATION = derivedId('demo organization', 'Demo')
const EVENTS = ['message.received', 'message.sent', 'conversation.ended', 'conversation.human_needed']
const WAIT = { timeout: 90_000, interval: 200 }
/** A payload above 4 KB is an item of its own, so that each event takes two of the 100 items of a transaction. */
const LARGE = 'x'.repeat(900)

let service: Service
const world = agentWorld(() => service)
const { api, logged, newAgent, party, stored, write } = world
beforeAll(async () => {
  service = await startTestService({ agentAnswers: true, log: world.log })
  const { createWebhook } = webhooksOf(service, await signInToDashboard(service))
  const { webhooks } = service.ready
  for (const { id } of webhooks)
    expect((await api('PATCH', `/webhooks/${id}/`, { events: EVENTS, numbers: 'all' })).status).toBe(200)
  for (let count = webhooks.length; count < MOST_WEBHOOKS; count++)
    await createWebhook({ name: `Webhook ${count}`, events: EVENTS, numbers: 'all' })
})
afterAll(() => service?.stop())

/** Waits until each webhook has received one event of a conversation, and returns the events. */
const received = (event: string, { id }: Party) =>
  vi.waitFor(() => {
    const events = service.receiver
      .received()
      .filter(({ json }) => Object(json).event === event && Object(json).conversationId === id)
    expect(events).toHaveLength(MOST_WEBHOOKS)
    return events.map(({ json }) => Object(json))
  }, WAIT)

test('a session with a large outcome ends with an event for each of as many webhooks as an organisation can have', async () => {
  const outcomeKeys = Array.from({ length: 10 }, (_, index) => ({
    ...{ key: `key${index}`, type: 'string', initialValue: LARGE, whenToUpdate: 'Never.' },
  }))
  const chat = await party(await newAgent({ outcomeKeys }))
  const question = `Where is order ${chat.customer}?`
  await write(chat, question)
  await logged('turn.answered', chat)
  const told = { name: 'record_outcome', arguments: { summary: 'It is on its way.' } }
  service.model.script(`Customer: ${question}`, [{ toolCalls: [told] }])
  const tomorrow = () => Date.now() + 86_400_000
  const sessions = await vi.waitFor(async () => {
    const found = await stored(chat, 'session#')
    expect(found).toHaveLength(1)
    return found
  }, WAIT)
  for (let run = 0; run < 2; run++)
    for (const { id } of sessions)
      await checkSession(
        { kind: 'session', organizationId: ORGANIZATION, conversationId: chat.id, id: id?.S ?? '' },
        tomorrow,
      )
  const [first] = await received('conversation.ended', chat)
  expect(JSON.stringify(first).length).toBeGreaterThan(2 * 4096)
  expect(first).toMatchObject({ outcome: { key0: LARGE, key9: LARGE } })
})

test('a turn that fails reports to as many webhooks that a person is needed', async () => {
  const chat = await party()
  const text = `refused ${chat.customer}`
  service.model.script(text, [{ status: 400 }])
  await write(chat, text)
  await received('conversation.human_needed', chat)
})

test('a number is connected with a subscription of each of as many webhooks', async () => {
  const numbers = v.array(v.looseObject({ id: v.string(), phoneNumber: v.string() }))
  const [first] = v.parse(numbers, (await api('GET', '/available-numbers/')).body)
  const path = `/msg-accounts/${service.ready.account.id}/add-number/`
  expect(await api('POST', path, { id: first?.id, name: 'Shop' })).toMatchObject({
    status: expect.toBeOneOf([200, 201]),
  })
  const { body } = await api('GET', '/webhooks/?limit=100')
  const listed = v.parse(v.looseObject({ results: v.array(v.looseObject({ id: v.string() })) }), body)
  expect(listed.results).toHaveLength(MOST_WEBHOOKS)
  expect(await api('GET', `/phone-numbers/${first?.phoneNumber}/`)).toMatchObject({ status: 200 })
})
