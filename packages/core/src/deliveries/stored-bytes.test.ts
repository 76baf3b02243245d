import { expect, test } from 'vitest'
import { derivedTimeId } from '../platform/clock.ts'
import { DeliveryEntity, DeliveryPayloadEntity } from './delivery-entity.ts'
import { newDelivery } from './new-delivery.ts'
import { bytesOf, costsLessApart } from './stored-bytes.ts'

const AT = 1_795_167_600_000
const [id = '', organizationId = '', webhookId = ''] = ['delivery', 'organization', 'webhook'].map((one) =>
  derivedTimeId(AT, one),
)

function deliveryOf(characters: number, mayBeApart: boolean) {
  const payload = 'x'.repeat(characters)
  return newDelivery({
    deliveryDays: 30,
    id,
    organizationId,
    webhookId,
    event: 'message.received',
    payload,
    at: AT,
    mayBeApart,
  })
}

const unitsOf = (item: unknown) => Math.ceil(bytesOf(item) / 1024)
/** Returns the write units of a delivery that succeeds at once, plus the cost of reading its payload item. */
function costOf({ delivery, payloadItem }: ReturnType<typeof newDelivery>): number {
  const stored = 2 * unitsOf(DeliveryEntity.create(delivery).params().Item)
  return stored + (payloadItem ? unitsOf(DeliveryPayloadEntity.create(payloadItem).params().Item) + 0.2 : 0)
}

test('stores a payload in an item of its own only where that costs less', () => {
  // The estimate is inexact within a few bytes of each limit, so no size is close to one.
  for (const characters of [1, 300, 500, 700, 780, 850, 1200, 1540, 1800, 2600, 3500])
    expect([characters, costOf(deliveryOf(characters, true))]).toEqual([
      characters,
      Math.min(costOf(deliveryOf(characters, false)), costApart(characters)),
    ])
})

function costApart(characters: number): number {
  const { delivery } = deliveryOf(0, false)
  const { payloadItem } = deliveryOf(5000, false)
  return costOf({
    delivery,
    ...(payloadItem && { payloadItem: { ...payloadItem, payload: 'x'.repeat(characters) } }),
  })
}

test('keeps a payload of up to 4 KB inside the delivery unless the caller writes payload items', () => {
  expect(deliveryOf(4096, false)).toMatchObject({ delivery: { payload: 'x'.repeat(4096) } })
  expect(deliveryOf(4097, false).delivery).not.toHaveProperty('payload')
})

test.each([
  [undefined, 0],
  ['é', 2],
  [12_345, 4],
  [123, 3],
  [true, 1],
  [null, 1],
  [[], 3],
  [['a', 'é'], 8],
  [{}, 3],
  [{ ab: 'c', d: 1 }, 11],
])('the size of %j is %i bytes', (value, bytes) => {
  expect(bytesOf(value)).toBe(bytes)
})

test.each([
  [1100, 300, true],
  [1500, 1000, false],
  [2500, 2000, true],
  [3000, 1500, false],
  [1000, 900, false],
])('of a delivery of %i bytes, a payload of %i bytes costs less apart: %s', (delivery, payload, isLess) => {
  expect(costsLessApart(delivery, payload)).toBe(isLess)
})
