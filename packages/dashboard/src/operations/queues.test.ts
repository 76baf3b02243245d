import type { FailureCause } from '@replywright/contract/causes.ts'
import type { DeadLetter, Queue } from '@replywright/contract/dashboard/operations.ts'
import { expect, test } from 'vitest'
import {
  attemptsText,
  deadCountText,
  groupCountText,
  letterGroups,
  oldestSent,
  oldestText,
  queueRows,
  totalMessages,
} from './queues.ts'

const queue = (kind: Queue['kind'], name: string): Queue => ({
  kind,
  name,
  waiting: 1,
  inFlight: 2,
  delayed: 3,
  oldestAgeSeconds: null,
  redrivesTo: kind === 'work' ? null : name,
})

test('combines a work queue with its dead-letter queue, and lists other dead-letter queues last', () => {
  const work = queue('work', 'deliveries')
  const dead = queue('dead-letter', 'deliveries')
  const alone = queue('dead-letter', 'relay')
  expect(queueRows([alone, work, dead])).toEqual([
    { name: 'deliveries', work, dead },
    { name: 'relay', work: undefined, dead: alone },
  ])
})

test('counts delayed and in-flight messages', () => {
  expect(totalMessages(queue('work', 'turns'))).toBe(6)
})

test('describes how long the oldest message has waited, if known', () => {
  const work = queue('work', 'turns')
  expect([oldestText({ ...work, oldestAgeSeconds: 125 }), oldestText(work), oldestText(undefined)]).toEqual([
    '2 min 5 s',
    '–',
    '–',
  ])
})

test('finds when the oldest dead letter was first sent', () => {
  const [early, late] = ['2026-11-21T05:41:00.000Z', '2026-11-21T06:00:00.000Z']
  expect(oldestSent([{ sentAt: late }, { sentAt: early }])).toBe(early)
  expect(oldestSent([])).toBeUndefined()
})

const letter = (
  messageId: string,
  webhookId?: string,
  cause: FailureCause | null = 'server_error',
  isReplayed = false,
): DeadLetter => ({
  messageId,
  sentAt: '2026-01-01T00:00:00.000Z',
  body: '{}',
  delivery: webhookId
    ? {
        id: messageId,
        organizationId: 'o',
        webhookId,
        webhookName: webhookId,
        status: 'failed',
        cause,
        attemptCount: 4,
        isReplayed,
      }
    : null,
})
const groupsOf = (...letters: DeadLetter[]) =>
  letterGroups(letters).map(({ delivery, letters: members }) => [
    delivery && `${delivery.webhookName}: ${delivery.cause}`,
    members.map(({ messageId }) => messageId).join(''),
  ])

test('dead letters are grouped by endpoint and cause, the largest group first', () => {
  const letters = [letter('a', 'shop'), letter('b', 'bank'), letter('c', 'shop', 'timeout'), letter('d', 'bank')]
  expect(groupsOf(...letters)).toEqual([
    ['bank: server_error', 'bd'],
    ['shop: server_error', 'a'],
    ['shop: timeout', 'c'],
  ])
})

test('dead letters that were replayed are groups of their own', () => {
  const letters = [
    letter('a', 'shop', 'timeout', true),
    letter('b', 'shop', 'timeout'),
    letter('c', 'shop', 'timeout', true),
  ]
  expect(groupsOf(...letters)).toEqual([
    ['shop: timeout', 'ac'],
    ['shop: timeout', 'b'],
  ])
})

test('the count of dead letters has those that were replayed, as far as they were read', () => {
  const messages = [letter('a', 'shop', 'timeout', true), letter('b', 'shop'), letter('c')]
  expect(deadCountText(1200, undefined)).toBe('1,200')
  expect(deadCountText(2, { messages: messages.slice(1), more: false })).toBe('2')
  expect(deadCountText(3, { messages, more: false })).toBe('3, of which 1 was already replayed')
  const replayed = messages.map((each) => ({ ...each, delivery: messages[0]?.delivery ?? null }))
  expect(deadCountText(3, { messages: replayed, more: false })).toBe('3, all already replayed')
  expect(deadCountText(1, { messages: messages.slice(0, 1), more: false })).toBe('1, already replayed')
  expect(deadCountText(1200, { messages: replayed, more: true })).toBe('1,200; of the first 3, 3 were already replayed')
})

test('the count of dead letters has at least those that were read', () => {
  const replayed = [letter('a', 'shop', 'timeout', true), letter('b', 'shop', 'timeout', true)]
  const messages = [...replayed, letter('c', 'shop')]
  expect(deadCountText(0, { messages, more: false })).toBe('3, of which 2 were already replayed')
  expect(deadCountText(2, { messages, more: false })).toBe('3, of which 2 were already replayed')
  expect(deadCountText(0, { messages: replayed, more: false })).toBe('2, all already replayed')
  expect(deadCountText(1, { messages: replayed, more: true })).toBe('2; of the first 2, 2 were already replayed')
})

test('dead letters without a delivery are one group', () => {
  expect(groupsOf(letter('a'), letter('b'))).toEqual([[null, 'ab']])
  expect(groupsOf()).toEqual([])
})

test.each([
  [null, ''],
  [0, '0 attempts'],
  [1, '1 attempt'],
  [4, '4 attempts'],
])('%s attempts are shown as %j', (count, text) => {
  expect(attemptsText(count)).toBe(text)
})

test('a group says that it counts only what was read, if the queue has more', () => {
  expect([groupCountText(23, undefined), groupCountText(23, 50)]).toEqual(['23', '23 of the first 50'])
})
