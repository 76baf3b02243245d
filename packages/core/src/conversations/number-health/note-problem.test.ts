import type { NumberHealth } from '@replywright/contract/number-health.ts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { connectNumber, subscribeTo } from '../../../../../test/support/connected-number.ts'
import { memoryTable } from '../../../../../test/support/memory-table.ts'
import { healthOf, viewHealth } from '../../channel/numbers/health.ts'
import { findNumber } from '../../channel/numbers/numbers.ts'
import { readErrorObject } from '../../channel/provider/provider-error.ts'
import { DeliveryEntity } from '../../deliveries/delivery-entity.ts'
import { getPayload } from '../../deliveries/new-delivery.ts'
import { isUnpaid, liftPayment, noteNumberProblem, showsPayment } from './note-problem.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const MINUTE = 60_000
const DAY = 1440 * MINUTE

const table = memoryTable()
afterAll(() => table.restore())
beforeEach(async () => {
  table.clear()
  await connectNumber()
  await subscribeTo('number.health')
})

const refusal = (code: number) => readErrorObject({ code, message: 'No' })
const health = async (now: number): Promise<NumberHealth> => viewHealth(healthOf((await findNumber('1')) ?? {}), now)
const told = async () => {
  const deliveries = table
    .all()
    .filter(({ _e }) => _e === 'delivery')
    .flatMap((item) => DeliveryEntity.parse({ Item: item }).data ?? [])
  const payloads = await Promise.all(deliveries.map((delivery) => getPayload(delivery)))
  return payloads.map((payload) => Object(JSON.parse(payload ?? '{}')))
}
const pricing = { billable: true, model: 'PMP', type: 'regular', category: 'service' }
const delivered = { waId: 'w', status: 'delivered', pricing } as const

test('a missing payment is shown and told once an hour, and ends a day after the last refusal', async () => {
  await noteNumberProblem('1', refusal(131042), NOW)
  await noteNumberProblem('1', refusal(131042), NOW + MINUTE)
  expect(await health(NOW + MINUTE)).toMatchObject({ state: 'restricted', problems: [{ code: '131042' }] })
  expect(await told()).toMatchObject([{ event: 'number.health', cause: { field: 'messages', code: '131042' } }])
  expect(await health(NOW + DAY)).toMatchObject({ state: 'ok', problems: [] })
})

test('a later message that is delivered and charged lifts it, and webhooks are told', async () => {
  await noteNumberProblem('1', refusal(131042), NOW)
  expect(isUnpaid((await findNumber('1')) ?? {}, NOW + MINUTE)).toBe(true)
  await liftPayment('1', NOW + MINUTE, delivered, NOW + 2 * MINUTE)
  expect(await health(NOW + 2 * MINUTE)).toMatchObject({ state: 'ok', problems: [] })
  expect(isUnpaid((await findNumber('1')) ?? {}, NOW + 2 * MINUTE)).toBe(false)
  const events = await told()
  expect(events.find(({ cause }) => cause.code === 'delivered')).toMatchObject({
    before: { state: 'restricted' },
    after: { state: 'ok' },
    cause: { field: 'messages', notice: { status: 'delivered', pricing } },
  })
  await liftPayment('1', NOW + MINUTE, delivered, NOW + 3 * MINUTE)
  expect(await told()).toHaveLength(events.length)
})

test('a message that was sent before the problem does not lift it', async () => {
  await noteNumberProblem('1', refusal(131042), NOW)
  await liftPayment('1', NOW - MINUTE, delivered, NOW + MINUTE)
  expect(await health(NOW + MINUTE)).toMatchObject({ problems: [{ code: '131042' }] })
})

test('another problem of the number stays', async () => {
  await noteNumberProblem('1', refusal(131042), NOW)
  await noteNumberProblem('1', refusal(131048), NOW)
  await liftPayment('1', NOW + MINUTE, delivered, NOW + MINUTE)
  expect(await health(NOW + MINUTE)).toMatchObject({ state: 'restricted', problems: [{ code: '131048' }] })
})

test.each([
  [{ status: 'delivered', pricing }, true],
  [{ status: 'read', pricing }, true],
  [{ status: 'sent', pricing }, false],
  [{ status: 'failed', pricing }, false],
  [{ status: 'delivered', pricing: { ...pricing, billable: false } }, false],
  [{ status: 'delivered' }, false],
] as const)('%o shows a payment: %s', (report, expected) => {
  expect(showsPayment(report)).toBe(expected)
})
