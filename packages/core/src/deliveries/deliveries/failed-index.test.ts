import { expect, test } from 'vitest'
import { DeliveryEntity } from './delivery-entity.ts'
import { boundsOf, failedEntry, notReplayedOf, replayedOf } from './failed-index.ts'
import { newDelivery } from './new-delivery.ts'

const NOW = 1_795_167_600_000
const delivery = (id: string) => ({ webhookId: 'w1', id })
const placeOf = (finishedAt: number, id: string) => failedEntry(delivery(id), finishedAt).failedAt

function isWithin(place: string, { from, to }: { from: string; to: string }): boolean {
  return from <= place && place <= to
}

test('what was replayed is kept apart from what was not', () => {
  expect(failedEntry(delivery('a'), NOW).failedIn).toBe(notReplayedOf('w1'))
  expect(failedEntry({ ...delivery('a'), replayedAs: 'b' }, NOW).failedIn).toBe(replayedOf('w1'))
  expect(notReplayedOf('w1')).not.toBe(replayedOf('w1'))
})

test('places sort by the time of the failure, and by id in the same millisecond', () => {
  const places = [placeOf(999, 'f'), placeOf(NOW - 1, 'f'), placeOf(NOW, 'a'), placeOf(NOW, 'f'), placeOf(NOW + 1, 'a')]
  expect(places.toSorted()).toEqual(places)
})

test.each([
  ['at its beginning', NOW, true],
  ['at its end', NOW + 10, true],
  ['before', NOW - 1, false],
  ['behind', NOW + 11, false],
] as const)('a range has what failed %s: %i → %s', (_, finishedAt, expected) => {
  const bounds = boundsOf({ since: NOW, until: NOW + 10 })
  for (const id of ['00000000-0000', 'ffffffff-ffff']) expect(isWithin(placeOf(finishedAt, id), bounds)).toBe(expected)
})

test('a range goes on behind the place that was read last', () => {
  const bounds = boundsOf({ since: NOW, until: NOW + 10 }, placeOf(NOW + 5, 'b'))
  const within = [
    [placeOf(NOW + 4, 'f'), false],
    [placeOf(NOW + 5, 'b'), false],
    [placeOf(NOW + 5, 'c'), true],
    [placeOf(NOW + 10, 'f'), true],
  ] as const
  for (const [place, expected] of within) expect([place, isWithin(place, bounds)]).toEqual([place, expected])
})

test('a range may begin with time itself, between milliseconds, and be empty', () => {
  expect(isWithin(placeOf(0, 'a'), boundsOf({ since: -1, until: NOW }))).toBe(true)
  expect(isWithin(placeOf(NOW, 'a'), boundsOf({ since: NOW + 0.5, until: NOW + 1 }))).toBe(false)
  const { from, to } = boundsOf({ since: NOW + 1, until: NOW })
  expect(from > to).toBe(true)
})

test('a new delivery is in no index', () => {
  const owner = { organizationId: 'o1', webhookId: 'w1', event: 'message.received', payload: '{}', at: NOW } as const
  const { Item } = DeliveryEntity.create(newDelivery({ ...owner, id: 'd1' }).delivery).params()
  for (const key of ['gsi1pk', 'gsi1sk']) expect(Item).not.toHaveProperty(key)
})
