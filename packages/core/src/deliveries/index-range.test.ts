import { validate as isUuid } from 'uuid'
import { expect, test } from 'vitest'
import { derivedTimeId, newId } from '../platform/clock.ts'
import { DeliveryEntity } from './delivery-entity.ts'
import {
  failedEntry,
  failedRange,
  firstIdAt,
  type IndexRange,
  intersection,
  lowestIdAt,
  notReplayedOf,
  positionAt,
  rangeBehind,
  replayedOf,
} from './index-range.ts'
import { newDelivery } from './new-delivery.ts'

const NOW = 1_795_167_600_000
const delivery = (id: string) => ({ webhookId: 'w1', id })
const positionOf = (finishedAt: number, id: string) => failedEntry(delivery(id), finishedAt).failedAt

function isWithin(position: string, { first, last }: IndexRange): boolean {
  return first <= position && position <= last
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
  const range = failedRange({ since: NOW, until: NOW + 10 })
  for (const id of ['00000000-0000', 'ffffffff-ffff'])
    expect(isWithin(positionOf(finishedAt, id), range)).toBe(expected)
})

test('a range continues after the last position that was read', () => {
  const range = rangeBehind(failedRange({ since: NOW, until: NOW + 10 }), positionOf(NOW + 5, 'b'), 'newer')
  const within = [
    [positionOf(NOW + 4, 'f'), false],
    [positionOf(NOW + 5, 'b'), false],
    [positionOf(NOW + 5, 'c'), true],
    [positionOf(NOW + 10, 'f'), true],
  ] as const
  for (const [position, expected] of within) expect([position, isWithin(position, range)]).toEqual([position, expected])
})

test('a position of a time is before all failures of that time', () => {
  const first = positionOf(NOW, derivedTimeId(0, 'delivery'))
  expect(positionAt(NOW) <= first && positionOf(NOW - 1, 'f') < positionAt(NOW)).toBe(true)
})

test('a range may begin before time 0 or between milliseconds, and may be empty', () => {
  expect(isWithin(positionOf(0, 'a'), failedRange({ since: -1, until: NOW }))).toBe(true)
  expect(isWithin(positionOf(NOW, 'a'), failedRange({ since: NOW + 0.5, until: NOW + 1 }))).toBe(false)
  const { first, last } = failedRange({ since: NOW + 1, until: NOW })
  expect(first > last).toBe(true)
})

test('a new delivery has no index entry', () => {
  const owner = { organizationId: 'o1', webhookId: 'w1', event: 'message.received', payload: '{}', at: NOW } as const
  const { Item } = DeliveryEntity.create(newDelivery({ deliveryDays: 30, ...owner, id: 'd1' }).delivery).params()
  for (const key of ['gsi1pk', 'gsi1sk']) expect(Item).not.toHaveProperty(key)
})

test('firstIdAt sorts before the ids of its time and after earlier ones', () => {
  expect(firstIdAt(NOW) < derivedTimeId(NOW, 'a')).toBe(true)
  expect(firstIdAt(NOW) > derivedTimeId(NOW - 1, 'a')).toBe(true)
  expect(firstIdAt(0) < derivedTimeId(0, 'a')).toBe(true)
})

test('lowestIdAt is an id that sorts before the others of its time and after earlier ones', () => {
  expect(isUuid(lowestIdAt(NOW))).toBe(true)
  for (const id of [derivedTimeId(NOW, 'a'), newId()]) expect(lowestIdAt(NOW) < id).toBe(true)
  expect(lowestIdAt(NOW) > derivedTimeId(NOW - 1, 'a')).toBe(true)
})

test('ids of replays sort by time as well', () => {
  const before = Date.now()
  const id = newId()
  expect(firstIdAt(before) < id && id < firstIdAt(Date.now() + 1)).toBe(true)
})

test.each([
  ['0190-00a0', '0190-009f'],
  ['0190-00a1', '0190-00a0'],
  ['0190-00aa', '0190-00a9'],
])('the older part of a range behind %s includes %s and not the key itself', (from, next) => {
  const range = rangeBehind({ first: '0', last: 'g' }, from, 'older')
  expect(isWithin(next, range)).toBe(true)
  expect(isWithin(from, range)).toBe(false)
})

test('a part of a range stays within it', () => {
  const range = { first: 'b', last: 'd' }
  expect(rangeBehind(range, undefined, 'older')).toEqual(range)
  expect(rangeBehind(range, 'a', 'newer')).toEqual(range)
  expect(rangeBehind(range, 'f', 'older')).toEqual(range)
  expect(intersection([range, { first: 'a', last: 'c' }])).toEqual({ first: 'b', last: 'c' })
})
