import type { Queue } from '@messaging/contract/dashboard/operations.ts'
import { expect, test } from 'vitest'
import { oldestSent, oldestText, queueRows, totalMessages } from './queue-counts.ts'

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
