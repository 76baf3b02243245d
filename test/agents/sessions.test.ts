// @module-tag full
import { checkSession } from '@replywright/core/answering/sessions/watch-session.ts'
import { derivedId } from '@replywright/core/platform/clock.ts'
import type { Service } from '@replywright/local/start-service.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestService } from '../support/service.ts'
import { agentWorld, type Party } from './agent-world.ts'

const ORGANIZATION = derivedId('demo organization', 'Demo')
const WAIT = { timeout: 90_000, interval: 200 }

let service: Service
const world = agentWorld(() => service)
const { logged, newAgent, party, repliesTo, stored, write } = world
beforeAll(async () => {
  service = await startTestService({ agentAnswers: true, log: world.log })
})
afterAll(() => service?.stop())

/** Checks the sessions of a conversation, as their schedules do when nobody wrote for a day. */
async function endSessions(chat: Party): Promise<void> {
  const tomorrow = () => Date.now() + 86_400_000
  for (const { id } of await stored(chat, 'session#'))
    await checkSession(
      { kind: 'session', organizationId: ORGANIZATION, conversationId: chat.id, id: id?.S ?? '' },
      tomorrow,
    )
}

const endings = ({ id }: Party) =>
  service.receiver
    .received()
    .map(({ json }) => Object(json))
    .filter(({ event, conversationId }) => event === 'conversation.ended' && conversationId === id)

/** Waits for the event of the conversation's session with this number. */
const ending = (chat: Party, number: number) =>
  vi.waitFor(() => {
    expect(endings(chat)).toHaveLength(number)
    return endings(chat).at(-1)
  }, WAIT)

test('a session of an agent with outcome keys is described once when it ends, and the next message begins another', async () => {
  const key = { key: 'resolved', type: 'boolean', initialValue: '', whenToUpdate: 'Whether it was solved.' }
  const reason = { key: 'reason', type: 'string', initialValue: 'unknown', whenToUpdate: 'Why they wrote.' }
  const chat = await party(await newAgent({ outcomeKeys: [key, reason] }))
  const question = `Where is order ${chat.customer}?`
  await write(chat, question)
  await logged('turn.answered', chat)
  expect(repliesTo(chat)).toHaveLength(1)
  const summary = 'The order is on its way.'
  const call = { name: 'record_outcome', arguments: { summary, resolved: true } }
  service.model.script(`Customer: ${question}`, [{ toolCalls: [call] }])
  await endSessions(chat)
  const first = await ending(chat, 1)
  expect(first).toMatchObject({
    message: null,
    summary,
    outcome: { resolved: true, reason: 'unknown' },
    endedBy: 'agent',
    messages: 2,
    tokens: expect.any(Number),
    usd: {
      provider: expect.stringMatching(/^\d\.\d{6}$/),
      model: expect.stringMatching(/^0\.00\d{4}$/),
      aws: expect.stringMatching(/^0\.000\d{3}$/),
    },
  })
  expect(Number(first.usd.model)).toBeGreaterThan(0)
  // A repeated check ends nothing again.
  await endSessions(chat)
  const again = `Is ${chat.customer} anybody there?`
  service.model.script(`Customer: ${again}`, [{ status: 400 }])
  await write(chat, again)
  await logged('turn.answered', chat, 2)
  // A worker that dies after its report does not report again.
  const fault = world.killAt(chat, { action: 'TransactWriteItems', contains: 'reportedAt', kind: 'kill-after' })
  await endSessions(chat)
  expect(await ending(chat, 2)).toMatchObject({
    summary: '',
    outcome: { resolved: null, reason: 'unknown' },
    messages: 2,
  })
  await world.makeVisible(fault)
  await vi.waitFor(async () => expect(await stored(chat, 'ended-session#')).toEqual([]), WAIT)
  expect(endings(chat)).toHaveLength(2)
})

test('a report is retried as often as the model was down, and counts this itself', async () => {
  const outcomeKeys = [{ key: 'resolved', type: 'boolean', initialValue: '', whenToUpdate: 'Whether it was solved.' }]
  const chat = await party(await newAgent({ outcomeKeys }))
  const question = `Where is order ${chat.customer}?`
  await write(chat, question)
  await logged('turn.answered', chat)
  service.model.script(`Customer: ${question}`, [{ status: 503 }])
  await endSessions(chat)
  await ending(chat, 1)
  expect(await stored(chat, 'session#')).toMatchObject([{ tries: { N: '1' } }])
})

test('the report of a long session has the end of the chat', async () => {
  const outcomeKeys = [{ key: 'resolved', type: 'boolean', initialValue: '', whenToUpdate: 'Whether it was solved.' }]
  const chat = await party(await newAgent({ outcomeKeys }))
  for (const index of [1, 2, 3, 4, 5]) {
    await write(chat, `${index} ${'x'.repeat(3900)} part ${index} of ${chat.customer}`)
    await logged('turn.answered', chat, index)
  }
  await endSessions(chat)
  await ending(chat, 1)
  const [report] = world
    .askedOf('You read a finished chat')
    .filter(({ userTexts }) => userTexts.join().includes(chat.customer))
  expect(report?.userTexts.join()).toContain(`part 5 of ${chat.customer}`)
  expect(report?.userTexts.join()).not.toMatch(/part 1 of|\[… cut: there is more\]/)
})
