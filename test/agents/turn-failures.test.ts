// @module-tag long
// @module-tag full
import { randomUUID } from 'node:crypto'
import type { Service } from '@replywright/local/start-service.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { signInToDashboard } from '../dashboard/session.ts'
import { windowWorld } from '../deliveries/window-world.ts'
import { startTestService } from '../support/service.ts'
import { agentWorld, type Party } from './agent-world.ts'

let service: Service
const world = agentWorld(() => service)
beforeAll(async () => {
  service = await startTestService({ agentAnswers: true, log: world.log })
  await windowWorld(() => service).connectEarlier()
})
afterAll(() => service?.stop())

const { api, askedOf, logged, newAgent, nextReply, party, repliesTo, storedMessages, whenAnswered, write } = world
const sandboxNumber = () => service.ready.numbers.find(({ sandbox }) => sandbox)

/** The entry of a conversation in the list of those who wait for a person. */
const WAITING = { gsi1pk: { S: expect.stringMatching(/^waiting#/) } }
/** A conversation whose customer did not get the reply. */
const UNDELIVERED = { humanNeededSince: { N: expect.any(String) }, tf: { M: { c: { S: 'provider' } } }, ...WAITING }

/** Returns the events that a person is needed in a conversation. */
function needsHuman({ id }: Party) {
  return service.receiver
    .received()
    .filter(({ json }) => Object(json).event === 'conversation.human_needed' && Object(json).conversationId === id)
}

/** Expects that a conversation does not need a person. */
async function waitsForNobody(chat: Party): Promise<void> {
  const [conversation] = await world.stored(chat, 'conversation')
  expect(conversation).not.toMatchObject({ humanNeededSince: expect.anything() })
  expect(conversation).not.toMatchObject(WAITING)
}

test('a reply that the provider rejects is stored as failed, and a person is needed until the next answer', async () => {
  const agentId = await newAgent({ wakeUpConfigs: [{ description: 'to remind', forceMessage: true }] })
  const chat = await party(agentId)
  service.provider.setCustomer(chat.customer, { reachable: false })
  await write(chat, 'Can you reach me?')
  await whenAnswered(chat)
  expect(await storedMessages(chat)).toMatchObject([{ role: 'user' }, { role: 'assistant', status: 'failed' }])
  expect(await world.stored(chat, 'conversation')).toMatchObject([UNDELIVERED])
  await vi.waitFor(() => expect(needsHuman(chat)).toHaveLength(1), 30_000)
  service.provider.setCustomer(chat.customer, { reachable: true })
  // A wake-up answers nothing.
  await world.sendWakeUp(chat, await world.putWakeUp(chat, agentId, 'Say something'))
  await whenAnswered(chat, 2)
  expect(repliesTo(chat)).toHaveLength(1)
  expect(await world.stored(chat, 'conversation')).toMatchObject([UNDELIVERED])
  await write(chat, 'And now?')
  await whenAnswered(chat, 3)
  expect(repliesTo(chat).at(-1)).toContain('And now?')
  await waitsForNobody(chat)
  expect(needsHuman(chat)).toHaveLength(1)
})

test.each([
  ['after the provider accepted it', {}],
  ['after the provider did not respond', { reset: 'after' as const }],
])('a reply that fails %s needs a person until the next answer', async (_, fault) => {
  const outsideWindow = (value: 'reject' | 'fail-later') =>
    fetch(`${service.provider.url}/simulator/settings`, {
      method: 'PUT',
      body: JSON.stringify({ outsideWindow: value }),
    })
  const { call } = await signInToDashboard(service)
  const mails = () => service.cloud.mail.filter(({ body }) => body.includes('could not be delivered'))
  const before = mails().length
  await call('PUT', '/v1/inbox/waiting/mail/', { wantsMail: true })
  await outsideWindow('fail-later')
  const chat = await party(await newAgent({}))
  service.provider.failNext({ ...fault, to: chat.customer })
  // The provider does not know this message, so its window is closed.
  await world.writeTogether(chat, ['Is it too late?'])
  await whenAnswered(chat)
  await vi.waitFor(async () => expect(await world.stored(chat, 'conversation')).toMatchObject([UNDELIVERED]), 30_000)
  await vi.waitFor(() => expect(needsHuman(chat)).toHaveLength(1), 30_000)
  expect(mails()).toHaveLength(before + 1)
  await call('PUT', '/v1/inbox/waiting/mail/', { wantsMail: false })
  await outsideWindow('reject')
  const reply = service.provider.sent.find(({ customer }) => customer === chat.customer)
  await write(chat, 'And now?')
  await whenAnswered(chat, 2)
  await waitsForNobody(chat)
  // The provider may repeat a report.
  const repeated = { code: 131047, title: 'Re-engagement message', details: '' }
  expect(await service.provider.reportStatus(reply?.id ?? '', 'failed', repeated)).toMatchObject({ status: 200 })
  await waitsForNobody(chat)
  expect(needsHuman(chat)).toHaveLength(1)
})

describe.concurrent('a worker that dies', () => {
  test.each([
    ['when the model had replied', { action: 'PutItem', contains: '"turn#', kind: 'kill-before' }],
    ['when the reply was stored', { action: 'PutItem', contains: '"turn#', kind: 'kill-after' }],
    ['when it was about to send', { action: 'PutItem', contains: '"outbound"', kind: 'kill-after' }],
    ['when it had sent', { action: 'UpdateItem', contains: 'wamid.', kind: 'kill-before' }],
    [
      'when it had moved the conversation forward',
      { action: 'UpdateItem', contains: 'answeredSession', kind: 'kill-after' },
    ],
    ['before the end', { action: 'TransactWriteItems', kind: 'kill-before' }],
    ['at the end', { action: 'TransactWriteItems', kind: 'kill-after' }],
  ] as const)('%s still replies once', async (_, plan) => {
    const chat = await party()
    const fault = world.killAt(chat, plan)
    await write(chat, `Are you alive, ${chat.customer}?`)
    await world.makeVisible(fault)
    await nextReply(chat)
    await world.whenIdle()
    expect(repliesTo(chat)).toHaveLength(1)
    const messages = await storedMessages(chat)
    expect(messages).toMatchObject([
      { role: 'user' },
      { role: 'assistant', status: expect.stringMatching(/sent|delivered/) },
    ])
    expect(await world.slotsHeld('turns')).not.toHaveProperty([String(messages[0]?.id)])
    expect((await world.stored(chat, 'm#')).filter(({ d }) => d?.S === 'inbound')).toMatchObject([
      { ti: expect.anything() },
    ])
  })

  test.each([
    ['when the turn was started', { action: 'PutItem', contains: '"turn#', kind: 'kill-after' }],
    ['when the model had called a tool', { action: 'PutItem', contains: '"step#', kind: 'kill-before' }],
    ['when the step was stored', { action: 'PutItem', contains: '"step#', kind: 'kill-after' }],
    ['when the tool had responded', { action: 'PutItem', contains: '"result#', kind: 'kill-after' }],
    ['when the reply was stored', { action: 'UpdateItem', contains: '"turn#', kind: 'kill-after' }],
    ['at the end', { action: 'TransactWriteItems', kind: 'kill-after' }],
  ] as const)('%s calls the tool once, replies once and counts once', async (_, plan) => {
    const path = `/tool-once-${randomUUID()}`
    const apiSchema = { url: `${service.receiver.url}${path}`, method: 'POST' }
    const agentId = await newAgent({ tools: [{ name: 'order', description: '', apiSchema, creditCost: 2 }] })
    const chat = await party(agentId)
    const fault = world.killAt(chat, plan)
    await write(chat, '/call order')
    await world.makeVisible(fault)
    await nextReply(chat)
    await world.whenIdle()
    expect(service.receiver.received(path)).toHaveLength(1)
    expect(repliesTo(chat)).toHaveLength(1)
    expect((await api('GET', `/agents/${agentId}/`)).body).toMatchObject({ totalMessages: '1', totalSessions: '1' })
  })

  test('in each run is needed by a person after six of them', async () => {
    const tools = [{ name: 'order', description: '', apiSchema: { url: service.receiver.url, method: 'POST' } }]
    const chat = await party(await newAgent({ tools: tools.map((tool) => ({ ...tool, creditCost: 0 })) }))
    const kill = () => world.killAt(chat, { action: 'PutItem', contains: '"step#', kind: 'kill-before' })
    let fault = kill()
    await write(chat, '/call order')
    for (const last of [false, false, false, false, false, true]) {
      const fired = fault
      // More than the visibility timeout, after which the queue itself shows the message again.
      await world.whenFired(fired, chat, 170_000)
      if (!last) fault = kill()
      await world.makeVisible(fired)
    }
    await logged('turn.given_up', chat)
    expect(await world.stored(chat, 'conversation')).toMatchObject([
      { humanNeededSince: { N: expect.any(String) }, tf: { M: { c: { S: 'error' } } } },
    ])
    const isFailure = ({ json }: { readonly json?: unknown }) =>
      Object(json).event === 'conversation.human_needed' && Object(json).conversationId === chat.id
    await vi.waitFor(() => expect(service.receiver.received().filter(isFailure)).toHaveLength(1), 30_000)
    expect(repliesTo(chat)).toEqual([])
    await world.whenDead(1)
    await world.redrive()
    await whenAnswered(chat)
    expect(repliesTo(chat)).toHaveLength(1)
  }, 400_000)

  test('when a tool had run calls it again under the same id', async () => {
    const path = `/tool-again-${Date.now()}`
    const apiSchema = { url: `${service.receiver.url}${path}`, method: 'POST' }
    const chat = await party(await newAgent({ tools: [{ name: 'order', description: '', apiSchema, creditCost: 0 }] }))
    const fault = world.killAt(chat, { action: 'PutItem', contains: '"result#', kind: 'kill-before' })
    await write(chat, '/call order')
    await world.makeVisible(fault)
    await nextReply(chat)
    const keys = service.receiver.received(path).map(({ headers }) => headers['idempotency-key'])
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
  })
})

test('a queue message of a finished turn has no effect', async () => {
  const chat = await party()
  await write(chat, 'Once')
  await whenAnswered(chat)
  const [asked] = await storedMessages(chat)
  await world.sendTurn(chat, String(asked?.id))
  await world.whenIdle()
  expect(repliesTo(chat)).toHaveLength(1)
  expect(await world.stored(chat, 'turn#')).toHaveLength(1)
  expect(await world.stored(chat, `m#${asked?.id}`)).toMatchObject([{ ti: { S: asked?.id } }])
})

test('a failing model is called four times, then a person is needed until a person takes over', async () => {
  const chat = await party()
  const text = `first ${chat.customer}`
  service.model.script(text, Array(4).fill({ status: 503 }))
  await write(chat, text)
  await logged('turn.given_up', chat)
  expect(askedOf(text)).toHaveLength(4)
  await world.whenDead(1)
  expect(await world.stored(chat, 'conversation')).toMatchObject([
    { humanNeededSince: { N: expect.any(String) }, tf: { M: { c: { S: 'down' } } }, ...WAITING },
  ])
  // The customer waits since the message, not since the failure.
  const [waiting] = await world.stored(chat, 'conversation')
  expect(Number.parseInt(waiting?.wt?.S ?? '', 10)).toBeLessThan(Number(waiting?.humanNeededSince?.N))
  await vi.waitFor(() => expect(needsHuman(chat)).toHaveLength(1), 30_000)
  await write(chat, 'second')
  await logged('turn.deferred', chat)
  await api('POST', `/conversations/${chat.id}/handback/`, { contact: { phoneNumber: chat.customer, name: '' } })
  await write(chat, 'third')
  await whenAnswered(chat)
  expect(
    askedOf(text)
      .slice(4)
      .map(({ userTexts }) => userTexts),
  ).toEqual([[text, 'second', 'third']])
  await world.redrive()
  await world.whenDead(0)
  await world.whenIdle()
  expect(repliesTo(chat)).toHaveLength(1)
  await waitsForNobody(chat)
})

test('what a colleague has answered after a failure is not answered again, also not by a redrive', async () => {
  const chat = await party()
  const text = `first ${chat.customer}`
  service.model.script(text, [{ status: 400 }])
  await write(chat, text)
  await logged('turn.given_up', chat)
  await world.whenDead(1)
  await api('POST', `/conversations/${chat.id}/takeover/`, { durationMinutes: 5 })
  const demo = await signInToDashboard(service)
  const done = { type: 'text', text: { body: 'done' } }
  expect(await demo.call('POST', `/v1/conversations/${chat.id}/messages/`, done)).toMatchObject({ status: 201 })
  await api('POST', `/conversations/${chat.id}/handback/`, { contact: { phoneNumber: chat.customer, name: '' } })
  await write(chat, 'thanks')
  await whenAnswered(chat)
  const asked = askedOf(text).at(-1)?.messages
  expect(asked?.slice(1).map(({ content }) => content)).toEqual([text, '[A human colleague wrote:] done', 'thanks'])
  await world.redrive()
  await logged('turn.silent', chat)
  await world.whenDead(0)
  await world.whenIdle()
  expect(repliesTo(chat)).toEqual(['done', expect.stringContaining('thanks')])
  expect(askedOf(text)).toHaveLength(2)
  // Reconciliation does not find it.
  expect((await world.stored(chat, 'm#'))[0]).not.toHaveProperty('out')
})

test('on the sandbox number the next message after a failure is answered at once, and a reset forgets the failure', async () => {
  const sandbox = sandboxNumber()
  const agentId = await newAgent({})
  const chat = await party(agentId, sandbox?.number)
  const say = (text: string) => world.writeTogether(chat, [text], sandbox?.phoneNumberId)
  const waits = () => world.stored(chat, 'conversation')
  service.model.script(chat.customer, [{ status: 400 }, { status: 400 }])
  await say(`first ${chat.customer}`)
  await logged('turn.given_up', chat)
  await say(`second ${chat.customer}`)
  await logged('turn.given_up', chat, 2)
  expect(await waits()).toMatchObject([{ humanNeededSince: expect.anything() }])
  await say(`/connect:${agentId}`)
  expect(await waits()).not.toMatchObject([{ humanNeededSince: expect.anything() }])
  await say(`third ${chat.customer}`)
  await whenAnswered(chat)
  expect(askedOf(chat.customer).map(({ userTexts }) => userTexts.length)).toEqual([1, 2, 1])
  await world.whenDead(2)
  await world.redrive()
  await world.whenDead(0)
  await world.whenIdle()
})

test('a wake-up waits while the model is not called after a failure', async () => {
  const agentId = await newAgent({ wakeUpConfigs: [{ description: 'to remind', forceMessage: true }] })
  const chat = await party(agentId)
  await write(chat, 'Remind me twice')
  await whenAnswered(chat)
  const wake = async (note: string) => await world.sendWakeUp(chat, await world.putWakeUp(chat, agentId, note))
  service.model.script(`first of ${chat.customer}`, [{ status: 400 }, { text: 'The first' }])
  service.model.script(`second of ${chat.customer}`, [{ text: 'The second' }])
  await wake(`first of ${chat.customer}`)
  await logged('turn.given_up', chat)
  await wake(`second of ${chat.customer}`)
  await logged('turn.deferred', chat)
  await api('POST', `/conversations/${chat.id}/handback/`, { contact: { phoneNumber: chat.customer, name: '' } })
  await whenAnswered(chat, 2)
  expect(repliesTo(chat).slice(1)).toEqual(['The second'])
  await world.whenDead(1)
  await world.redrive()
  await whenAnswered(chat, 3)
  expect(repliesTo(chat).slice(1)).toEqual(['The second', 'The first'])
})

test('a model that rejects a request is not called again, and a redrive replies to the open messages', async () => {
  const chat = await party()
  const text = `refused ${chat.customer}`
  service.model.script(text, [{ status: 400 }])
  await write(chat, text)
  await logged('turn.given_up', chat)
  await world.whenDead(1)
  expect(repliesTo(chat)).toEqual([])
  await world.redrive()
  expect((await nextReply(chat)).text).toContain(text)
  await whenAnswered(chat)
  expect(askedOf(text)).toHaveLength(2)
})

const filtered = { message: { role: 'assistant', content: 'Well, first' }, finish_reason: 'content_filter' }
const refused = {
  message: { role: 'assistant', content: null, refusal: 'I can’t help with that.' },
  finish_reason: 'stop',
}
const azure = { error: { code: 'content_filter', message: 'The response was filtered.', status: 400 } }

test.each([
  ['a filter', { body: { choices: [filtered] } }, [], 'A content filter of the model blocked the answer.'],
  ['a filter of requests', { body: azure, status: 400 }, [], 'A content filter of the model blocked the answer.'],
  ['the model', { body: { choices: [refused] } }, ['I can’t help with that.'], 'The model declined to answer.'],
])(
  'what %s declines is not asked again, and a person is needed until the next answer',
  async (_, step, texts, reason) => {
    const chat = await party()
    const text = `declined ${chat.customer}`
    service.model.script(text, [step])
    await write(chat, text)
    await whenAnswered(chat)
    await vi.waitFor(() => expect(needsHuman(chat)).toMatchObject([{ json: { reason } }]), 30_000)
    expect(repliesTo(chat)).toEqual(texts)
    expect(askedOf(text)).toHaveLength(1)
    expect(await world.stored(chat, 'conversation')).toMatchObject([{ tf: { M: { c: { S: 'refused' } } }, ...WAITING }])
    const next = `harmless ${randomUUID()}`
    await write(chat, next)
    await whenAnswered(chat, 2)
    expect(repliesTo(chat).at(-1)).toContain(next)
    await waitsForNobody(chat)
  },
)

test('two responses that are not usable end the turn, and a person is needed', async () => {
  const chat = await party()
  const text = `unusable ${chat.customer}`
  service.model.script(text, [{ text: '<think>Hm' }, { text: ' ' }])
  await write(chat, text)
  await whenAnswered(chat)
  expect(askedOf(text)).toHaveLength(2)
  expect(repliesTo(chat)).toEqual([])
  expect(await world.stored(chat, 'conversation')).toMatchObject([{ tf: { M: { c: { S: 'unusable' } } }, ...WAITING }])
})
