import type { AttributeValue, DynamoDBRecord } from 'aws-lambda'
import { expect, test } from 'vitest'
import { derivedTimeId } from '../../platform/clock.ts'
import { DeliveryEntity, type DeliveryItem } from '../delivery-entity.ts'
import { newDelivery } from '../new-delivery.ts'
import { attributeOf, blockKey, changeOf, hoursOfItem } from './counters.ts'

const HOUR = 3_600_000
const EIGHT = Date.UTC(2026, 10, 21, 8)
const NOTHING = { created: 0, delivered: 0, failed: {}, latency: {} }

test('counts eight hours in one item', () => {
  const keys = [0, 7, 8].map((hour) => blockKey('w', EIGHT + hour * HOUR).sk)
  expect(keys).toEqual(['2026-11-21T08:00:00.000Z', '2026-11-21T08:00:00.000Z', '2026-11-21T16:00:00.000Z'])
  expect([0, 0.9, 1, 7.9].map((hours) => attributeOf(EIGHT + hours * HOUR, 'c'))).toEqual(['0c', '0c', '1c', '7c'])
})

test('reads what was counted, by hour', () => {
  const at = EIGHT + 2 * HOUR
  const counted = ['c', 'd', 'ftimeout', 'l3', 'l12'] as const
  const item = {
    ...blockKey('w', at),
    ...Object.fromEntries(counted.map((counter, n) => [attributeOf(at, counter), n + 1])),
  }
  const hours = hoursOfItem(item)
  expect(hours.map(([start]) => (start - EIGHT) / HOUR)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  expect(hours[2]?.[1]).toEqual({ created: 1, delivered: 2, failed: { timeout: 3 }, latency: { 3: 4, 12: 5 } })
  expect(hours[1]?.[1]).toEqual(NOTHING)
})

const AT = 1_795_167_600_000
const { delivery } = newDelivery({
  deliveryDays: 30,
  id: derivedTimeId(AT, 'delivery'),
  organizationId: 'o',
  webhookId: 'w',
  event: 'message.received',
  payload: '{}',
  at: AT,
})
const ok = { at: AT, durationMs: 42, status: 200 }
const error = { at: AT, durationMs: 150, status: 500, cause: 'server_error' as const }
const refused = { at: AT, durationMs: 1, cause: 'refused' as const }
const timeout = { at: AT, durationMs: 10_001, cause: 'timeout' as const }

function storedValue(value: unknown): AttributeValue {
  if (typeof value === 'string') return { S: value }
  if (typeof value === 'number') return { N: String(value) }
  if (typeof value === 'boolean') return { BOOL: value }
  if (Array.isArray(value)) return { L: value.map(storedValue) }
  return { M: imageOf(Object(value)) }
}

function imageOf(item: object): Record<string, AttributeValue> {
  return Object.fromEntries(Object.entries(item).map(([name, value]) => [name, storedValue(value)]))
}

function record(change: Partial<DeliveryItem>, eventName: 'INSERT' | 'MODIFY' = 'MODIFY'): DynamoDBRecord {
  const { Item } = DeliveryEntity.put({ ...delivery, ...change }).params<{ Item: object }>()
  return { eventName, eventSourceARN: 'x/stream/2026', dynamodb: { SequenceNumber: '7', NewImage: imageOf(Item) } }
}
const countsOf = (...input: Parameters<typeof record>) => changeOf(record(...input))?.counts

test('a new delivery counts once, at the time in its id', () => {
  expect(changeOf(record({}, 'INSERT'))).toEqual({
    webhookId: 'w',
    shard: '0',
    at: AT,
    position: `2026#${'7'.padStart(40, '0')}`,
    counts: [['c', 1]],
  })
})

test('a change names the bulk replay of its delivery', () => {
  expect(changeOf(record({ replayId: 'r' }, 'INSERT'))).toMatchObject({ replayId: 'r' })
})

test('a change names the shard of its delivery', () => {
  expect(changeOf(record({ shard: '3' }, 'INSERT'))).toMatchObject({ shard: '3' })
})

test('a delivery that is copied from a backup does not count', () => {
  const restored = { status: 'delivered', changedFrom: 'pending', attemptCount: 1 } as const
  expect(countsOf({ ...restored, attempts: [ok] }, 'INSERT')).toBeUndefined()
})

test('test events do not count', () => {
  expect(countsOf({ event: 'test.ping' }, 'INSERT')).toBeUndefined()
  expect(countsOf({ event: 'message.received', test: true }, 'INSERT')).toBeUndefined()
})

test('a result counts with the latencies of its attempts', () => {
  const delivered = { status: 'delivered', changedFrom: 'pending' } as const
  expect(countsOf({ ...delivered, attemptCount: 2, attempts: [error, ok] })).toEqual([
    ['d', 1],
    ['l7', 1],
    ['l4', 1],
  ])
  const failed = { status: 'failed', cause: 'timeout', changedFrom: 'pending' } as const
  expect(countsOf({ ...failed, attemptCount: 2, attempts: [refused, timeout] })).toEqual([
    ['ftimeout', 1],
    ['l18', 1],
  ])
})

test('a write that does not change the result does not count', () => {
  expect(countsOf({ attemptCount: 1, attempts: [error] })).toBeUndefined()
  expect(countsOf({ status: 'failed', cause: 'timeout', attemptCount: 1, attempts: [timeout] })).toBeUndefined()
})

test('a redrive takes the failure back, and counts only the attempts of its round', () => {
  expect(countsOf({ changedFrom: 'server_error', attemptCount: 1, roundStart: 1, attempts: [error] })).toEqual([
    ['fserver_error', -1],
  ])
  const again = { status: 'delivered', changedFrom: 'pending', attemptCount: 2, roundStart: 1 } as const
  expect(countsOf({ ...again, attempts: [error, ok] })).toEqual([
    ['d', 1],
    ['l4', 1],
  ])
})

test('a late success takes the failure back, and counts its own attempt', () => {
  const late = { status: 'delivered', changedFrom: 'server_error', attemptCount: 2 } as const
  expect(countsOf({ ...late, attempts: [error, ok] })).toEqual([
    ['fserver_error', -1],
    ['d', 1],
    ['l4', 1],
  ])
})

test('an attempt counts if it has a time and a response, or had no response in time', () => {
  const delivered = { status: 'delivered', changedFrom: 'pending' } as const
  const withoutResponse = { at: AT, durationMs: 7 }
  expect(countsOf({ ...delivered, attemptCount: 2, attempts: [withoutResponse, { ...ok, durationMs: 0 }] })).toEqual([
    ['d', 1],
    ['l0', 1],
  ])
  // Every attempt was counted before.
  expect(countsOf({ ...delivered, attemptCount: 1, roundStart: 1, attempts: [ok] })).toEqual([['d', 1]])
})

test.each([
  ['a new delivery that was attempted', { attemptCount: 1 }],
  ['a new delivery that failed', { status: 'failed', cause: 'webhook_disabled' }],
] as const)('%s was counted before', (_, restored) => {
  expect(countsOf(restored, 'INSERT')).toBeUndefined()
})

test('a pending delivery has no failure, whatever failed before', () => {
  expect(countsOf({ changedFrom: 'server_error', cause: 'timeout' })).toEqual([['fserver_error', -1]])
})

const own = { w: { S: 'w' }, i: { S: delivery.id } }

test.each([
  ['without an image', 'INSERT', undefined],
  ['without a webhook', 'INSERT', { i: own.i, n: { N: '0' }, s: { S: 'pending' } }],
  ['without an id', 'INSERT', { w: own.w, n: { N: '0' }, s: { S: 'pending' } }],
  ['with another id', 'INSERT', { w: own.w, i: { S: 'x' }, n: { N: '0' }, s: { S: 'pending' } }],
  ['without a state', 'INSERT', own],
  ['without a status', 'INSERT', { ...own, n: { N: '0' } }],
  ['without a result', 'MODIFY', { ...own, y: { S: 'pending' } }],
] as const)('a record %s does not count', (_, eventName, NewImage) => {
  expect(changeOf({ eventName, dynamodb: { SequenceNumber: '7', NewImage } })).toBeUndefined()
})

test('a record needs a number, and counts without a stream and without attempts', () => {
  const NewImage = { ...own, y: { S: 'pending' }, s: { S: 'delivered' }, n: { N: '1' }, u: { N: '0' } }
  expect(changeOf({ eventName: 'MODIFY', dynamodb: { NewImage } })).toBeUndefined()
  expect(changeOf({ eventName: 'MODIFY' })).toBeUndefined()
  const change = changeOf({ eventName: 'MODIFY', dynamodb: { SequenceNumber: '7', NewImage } })
  expect(change).toMatchObject({ position: `#${'7'.padStart(40, '0')}`, counts: [['d', 1]] })
  const broken = { ...NewImage, a: { L: [{ M: { s: { N: '200' } } }] } }
  expect(changeOf({ eventName: 'MODIFY', dynamodb: { SequenceNumber: '7', NewImage: broken } })?.counts).toHaveLength(1)
})
