import type { Queue } from '@messaging/contract/dashboard/operations.ts'
import { expect, test } from 'vitest'
import { held, oldestText, queueRows } from './queue-counts.ts'

const queue = (kind: Queue['kind'], name: string): Queue => ({
  kind,
  name,
  waiting: 1,
  inFlight: 2,
  delayed: 3,
  oldestAgeSeconds: null,
  redrivesTo: kind === 'work' ? null : name,
})

test('a work queue stands with its dead letters; dead letters of no work queue come last', () => {
  const work = queue('work', 'deliveries')
  const dead = queue('dead-letter', 'deliveries')
  const alone = queue('dead-letter', 'relay')
  expect(queueRows([alone, work, dead])).toEqual([
    { name: 'deliveries', work, dead },
    { name: 'relay', work: undefined, dead: alone },
  ])
})

test('what is held back counts too', () => {
  expect(held(queue('work', 'turns'))).toBe(6)
})

test('the oldest message is told in words, where its age is known', () => {
  const work = queue('work', 'turns')
  expect([oldestText({ ...work, oldestAgeSeconds: 125 }), oldestText(work), oldestText(undefined)]).toEqual([
    '2 min ago',
    '–',
    '–',
  ])
})
