import { expect, test } from 'vitest'
import { derivedTimeId } from '../../platform/clock.ts'
import { DeliveryEntity } from './delivery-entity.ts'
import { boundsOf, failedEntry, notReplayedOf, positionAt, replayedOf } from './failed-index.ts'
import { newDelivery } from './new-delivery.ts'

const NOW = 1_795_167_600_000
const delivery = (id: string) => ({ webhookId: 'w1', id })
const positionOf = (finishedAt: number, id: string) => failedEntry(delivery(id), finishedAt).failedAt

function isWithin(position: string, { from, to }: { from: string; to: string }): boolean {
  return from <= position && position <= to
}

test('keeps replayed and not replayed deliveries in separate partitions', () => {
  expect(failedEntry(delivery('a'), NOW).failedIn).toBe(notReplayedOf('w1'))
  expect(failedEntry({ ...delivery('a'), replayedAs: 'b' }, NOW).failedIn).toBe(replayedOf('w1'))
  expect([notReplayedOf('w1'), replayedOf('w1')]).toEqual(['w1', 'w1#replayed'])
})

test('positions sort by the time of the failure, then by id', () => {
  const positions = [
    positionOf(999, 'f'),
    positionOf(NOW - 1, 'f'),
    positionOf(NOW, 'a'),
    positionOf(NOW, 'f'),
    positionOf(NOW + 1, 'a'),
  ]
  expect(positions.toSorted()).toEqual(positions)
})

test.each([
  ['at its start', NOW, true],
  ['at its end', NOW + 10, true],
  ['before it', NOW - 1, false],
  ['after it', NOW + 11, false],
] as const)('a range includes a failure %s: %i → %s', (_, finishedAt, expected) => {
  const bounds = boundsOf({ since: NOW, until: NOW + 10 })
  for (const id of ['00000000-0000', 'ffffffff-ffff'])
    expect(isWithin(positionOf(finishedAt, id), bounds)).toBe(expected)
})

test('a range continues after the last position that was read', () => {
  const bounds = boundsOf({ since: NOW, until: NOW + 10 }, positionOf(NOW + 5, 'b'))
  const within = [
    [positionOf(NOW + 4, 'f'), false],
    [positionOf(NOW + 5, 'b'), false],
    [positionOf(NOW + 5, 'c'), true],
    [positionOf(NOW + 10, 'f'), true],
  ] as const
  for (const [position, expected] of within)
    expect([position, isWithin(position, bounds)]).toEqual([position, expected])
})

test('a position of a time is before all failures of that time', () => {
  const first = positionOf(NOW, derivedTimeId(0, 'delivery'))
  expect(positionAt(NOW) <= first && positionOf(NOW - 1, 'f') < positionAt(NOW)).toBe(true)
})

test('a range may begin before time 0 or between milliseconds, and may be empty', () => {
  expect(isWithin(positionOf(0, 'a'), boundsOf({ since: -1, until: NOW }))).toBe(true)
  expect(isWithin(positionOf(NOW, 'a'), boundsOf({ since: NOW + 0.5, until: NOW + 1 }))).toBe(false)
  const { from, to } = boundsOf({ since: NOW + 1, until: NOW })
  expect(from > to).toBe(true)
})

test('a new delivery has no index entry', () => {
  const owner = { organizationId: 'o1', webhookId: 'w1', event: 'message.received', payload: '{}', at: NOW } as const
  const { Item } = DeliveryEntity.create(newDelivery({ deliveryDays: 30, ...owner, id: 'd1' }).delivery).params()
  for (const key of ['gsi1pk', 'gsi1sk']) expect(Item).not.toHaveProperty(key)
})
