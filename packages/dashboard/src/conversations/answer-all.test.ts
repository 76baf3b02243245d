import { TURN_FAILURES, type TurnFailure } from '@replywright/contract/causes.ts'
import type { InboxConversation } from '@replywright/contract/dashboard/conversations.ts'
import { expect, test } from 'vitest'
import { ApiError } from '../api/api-error.ts'
import { type AnswerRun, askAll, askText, failedAnswers, failedText, runText } from './answer-all.ts'

const NOW = Date.parse('2026-11-21T12:00:00.000Z')
const at = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString()

function row(id: string, changed: Partial<InboxConversation> = {}): InboxConversation {
  return {
    id,
    contact: { phoneNumber: '447700900200', name: `Customer ${id}` },
    msgNumber: '447700900100',
    isSandbox: false,
    mode: 'agent',
    lastMessage: 'Hello?',
    lastMessageAt: at(-9),
    lastMessageBy: 'customer',
    lastMessageType: 'text',
    lastActivityAt: at(-9),
    inboundSeq: 1,
    unread: 1,
    window: { openUntil: at(60) },
    takeover: { until: null },
    takenOverBy: null,
    control: null,
    waiting: { since: at(-9), kind: 'failed', reason: null, failure: 'down' },
    isAgentPaused: false,
    isDone: false,
    ...changed,
  }
}
const waiting = (kind: 'asked' | 'unanswered') => ({ since: at(-9), kind, reason: null, failure: null })
const failed = (failure: TurnFailure | null, reason: string | null = 'Why') => ({
  since: at(-9),
  kind: 'failed' as const,
  reason,
  failure,
})

type Counts = Partial<Record<'ask' | 'closed' | 'agentless' | 'ended', number>>
test.each<[string, Partial<InboxConversation>, Counts]>([
  ['whose agent failed', { waiting: failed(null) }, { ask: 1 }],
  ['after a takeover', { takeover: { until: at(-1) } }, { ask: 1 }],
  ['during a takeover', { takeover: { until: at(1) } }, {}],
  ['to whom nobody replied', { waiting: waiting('unanswered') }, {}],
  ['whose agent asked for a person', { waiting: waiting('asked'), isAgentPaused: true }, {}],
  ['whom somebody answered', { waiting: null }, {}],
  ['whose window is closed', { window: { openUntil: at(-1) } }, { closed: 1 }],
  ['who never wrote', { window: { openUntil: null } }, { closed: 1 }],
  ['without an agent', { mode: null }, { agentless: 1 }],
  [
    'whose reply did not arrive, and whose window is closed',
    { waiting: failed('provider'), window: { openUntil: null } },
    { closed: 1 },
  ],
])('a customer %s', (_, changed, { ask = 0, closed = 0, agentless = 0, ended = 0 }) => {
  const found = failedAnswers([row('1', changed)], NOW)
  expect({ ...found, askable: found.askable.length }).toEqual({ askable: ask, closed, agentless, ended })
})

test('the agent is asked again unless its turn may have ended with the failure', () => {
  const isAsked = (cause: TurnFailure) =>
    failedAnswers([row('1', { waiting: failed(cause) })], NOW).askable.length === 1
  const { true: asked, false: ended } = Object.groupBy(TURN_FAILURES, (cause) => `${isAsked(cause)}`)
  expect(asked).toEqual(['limit', 'access', 'timeout', 'down', 'error'])
  expect(ended).toEqual(['refused', 'unusable', 'guardrail', 'provider'])
  // Without a reason, its retries have ended, and the message waits for an answer.
  const retried = TURN_FAILURES.map((cause) => row(cause, { waiting: failed(cause, null) }))
  expect(failedAnswers(retried, NOW)).toMatchObject({ askable: { length: TURN_FAILURES.length }, ended: 0 })
  const rows = TURN_FAILURES.map((cause) => row(cause, { waiting: failed(cause) }))
  expect(failedAnswers(rows, NOW)).toMatchObject({ closed: 0, agentless: 0, ended: 4 })
})

test('all are asked, four at a time, and a refusal stops nothing', async () => {
  let [running, most] = [0, 0]
  const asked: string[] = []
  const progress: AnswerRun[] = []
  const ask = async (id: string) => {
    running += 1
    most = Math.max(most, running)
    await Promise.resolve()
    running -= 1
    if (id === '3') throw new ApiError('A person answers.', { status: 409, code: 'conflict' })
    asked.push(id)
  }
  const last = await askAll(
    Array.from({ length: 9 }, (_, index) => row(String(index))),
    ask,
    (run) => progress.push(run),
  )
  expect(most).toBe(4)
  expect(asked.toSorted()).toEqual(['0', '1', '2', '4', '5', '6', '7', '8'])
  expect(progress).toHaveLength(10)
  expect(progress[0]).toEqual({ total: 9, asked: 0, refused: [], isRunning: true })
  expect(last).toEqual({
    total: 9,
    asked: 8,
    refused: [{ id: '3', name: 'Customer 3', reason: 'A person answers.' }],
    isRunning: true,
  })
})

const ONE = 'customer waits because the agent couldn’t reply.'
const SEVERAL = 'customers wait because the agent couldn’t reply.'
test.each<[string, Counts, boolean, string]>([
  ['one customer', { ask: 1 }, false, `1 ${ONE}`],
  ['one with a closed window', { closed: 1 }, false, `1 ${ONE} The customer can only get templates.`],
  ['one without an agent', { agentless: 1 }, false, `1 ${ONE} The customer has no agent.`],
  ['one whom the agent does not answer', { ended: 1 }, false, `1 ${ONE} The customer needs a person.`],
  [
    'one of each kind',
    { ask: 1, closed: 1, agentless: 1, ended: 1 },
    false,
    `4 ${SEVERAL} 1 of them can only get templates. 1 of them has no agent. 1 of them needs a person.`,
  ],
  [
    'several of each kind',
    { ask: 3, closed: 2, agentless: 2, ended: 2 },
    false,
    `9 ${SEVERAL} 2 of them can only get templates. 2 of them have no agent. 2 of them need a person.`,
  ],
  ['one of the listed, while others wait', { ask: 1 }, true, `At least 1 ${ONE}`],
  ['all who are listed, while others wait', { ask: 100 }, true, `At least 100 ${SEVERAL}`],
])('the number of failed answers: %s', (_, { ask = 0, closed = 0, agentless = 0, ended = 0 }, hasMore, text) => {
  const askable = Array.from({ length: ask }, (_, index) => row(String(index)))
  expect(failedText({ askable, closed, agentless, ended }, hasMore)).toBe(text)
})

test.each([
  [1, false, 'Let the agent answer now'],
  [12, false, 'Let the agent answer all 12 now'],
  [100, true, 'Let the agent answer these 100 now'],
])('the button for %i customers, of more: %s', (count, hasMore, text) => {
  expect(askText(count, hasMore)).toBe(text)
})

test.each<[Partial<AnswerRun>, string]>([
  [{ asked: 7 }, 'Asking the agent to answer: 7 of 12 customers'],
  [{ asked: 12, isRunning: false }, 'Asked the agent to answer: 12 customers'],
  [
    { asked: 11, isRunning: false, refused: [{ id: '1', name: 'Alex', reason: 'No agent' }] },
    'Asked the agent to answer: 11 of 12 customers, 1 could not be answered',
  ],
])('the progress %o is %s', (run, text) => {
  expect(runText({ total: 12, asked: 0, refused: [], isRunning: true, ...run })).toBe(text)
})
