import { expect, test } from 'vitest'
import { derivedTimeId } from '../platform/clock.ts'
import { storedHeaders } from './attempt/attempt-record.ts'
import { type AttemptRecord, DeliveryEntity, type DeliveryItem } from './delivery-entity.ts'
import { newDelivery } from './new-delivery.ts'
import { bytesOf, storedBytes } from './stored-bytes.ts'

const AT = 1_795_167_600_000
const ATTEMPT: AttemptRecord = { at: AT, durationMs: 57, status: 200, relayedAfterMs: 210, body: '{"ok":true}' }
const HEADERS = Object.fromEntries(
  Array.from({ length: 20 }, (_, n) => [`x-header-${n}`, 'value'.repeat(5)] satisfies [string, string]),
)

function deliveryOf(text: string): DeliveryItem {
  const [id, organizationId, webhookId] = ['delivery', 'organization', 'webhook'].map((one) => derivedTimeId(AT, one))
  const { delivery } = newDelivery({
    deliveryDays: 30,
    id: id ?? '',
    organizationId: organizationId ?? '',
    webhookId: webhookId ?? '',
    event: 'message.received',
    payload: JSON.stringify({ text }),
    at: AT,
  })
  return { ...delivery, shard: '0' }
}
/** Returns the size of the stored item as DynamoDB counts it. */
const stored = (delivery: DeliveryItem) => bytesOf(DeliveryEntity.put(delivery).params().Item)
function recorded({ out, ...delivery }: DeliveryItem, headers: Readonly<Record<string, string>>): DeliveryItem {
  return {
    ...delivery,
    status: 'delivered',
    changedFrom: 'pending',
    attemptCount: 1,
    finishedAt: AT,
    attempts: [{ ...ATTEMPT, headers }],
  }
}

test('estimates the size of a stored delivery closely and never too low', () => {
  for (const delivery of [deliveryOf('Hi'), recorded(deliveryOf('Grüße'), HEADERS)]) {
    expect(storedBytes(delivery)).toBeGreaterThanOrEqual(stored(delivery))
    expect(storedBytes(delivery)).toBeLessThanOrEqual(stored(delivery) + 72)
  }
})

test.each([10, 100, 300, 400, 700, 1000, 2000])(
  'keeps headers without a further write unit for %i characters of text',
  (characters) => {
    const delivery = deliveryOf('x'.repeat(characters))
    const units = (one: DeliveryItem) => Math.ceil(stored(one) / 1024)
    const headers = storedHeaders(delivery, ATTEMPT, HEADERS)
    const without = Math.max(units(delivery), units(recorded(delivery, {})))
    expect(units(recorded(delivery, headers))).toBeLessThanOrEqual(without)
  },
)

test('a short delivery keeps every header that fits', () => {
  const delivery = deliveryOf('Hi')
  const headers = storedHeaders(delivery, ATTEMPT, HEADERS)
  expect(Object.keys(headers).length).toBeGreaterThan(5)
  expect(stored(recorded(delivery, headers))).toBeGreaterThan(850)
  expect(storedHeaders(delivery, ATTEMPT, { date: 'today' })).toEqual({ date: 'today' })
})

test('keeps a header up to the end of the write unit', () => {
  const delivery = deliveryOf('Hi')
  const lengths = Array.from({ length: 1000 }, (_, length) => length)
  const longest = lengths.findLast((length) => storedHeaders(delivery, ATTEMPT, { a: 'x'.repeat(length) }).a) ?? 0
  const bytes = stored(recorded(delivery, { a: 'x'.repeat(longest) }))
  expect(bytes).toBeLessThanOrEqual(1024)
  expect(bytes).toBeGreaterThan(1024 - 120)
})

test('an item that was larger before the attempt has room for more headers', () => {
  const delivery = { ...deliveryOf('x'.repeat(300)), out: { q: 'deliveries' as const, g: 'g', b: 'x'.repeat(500) } }
  expect(Object.keys(storedHeaders(delivery, ATTEMPT, HEADERS))).toHaveLength(20)
})
