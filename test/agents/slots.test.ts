// @module-tag full
import { randomUUID } from 'node:crypto'
import { derivedId } from '@replywright/core/platform/clock.ts'
import { acquireSlot, releaseSlot } from '@replywright/core/platform/queues/organization-slots.ts'
import type { Service } from '@replywright/local/start-service.ts'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { actAsAdministrator } from '../support/administrator.ts'
import { startTestService } from '../support/service.ts'

const LIMIT = 3
/** A quarter of 1,000 concurrent turns. */
const LARGE_LIMIT = 250
const LEASE_SECONDS = 60
const NOW = Date.now()

let service: Service
beforeAll(async () => {
  service = await startTestService()
  actAsAdministrator(service)
  vi.stubEnv('SLOT_LEASE_SECONDS', String(LEASE_SECONDS))
})
beforeEach(() => vi.stubEnv('ORGANIZATION_SLOTS', String(LIMIT)))
afterAll(async () => {
  vi.unstubAllEnvs()
  await service?.stop()
})

const pool = () => ({ pool: 'turns', organizationId: randomUUID() }) as const
const holders = (count: number) => Array.from({ length: count }, () => randomUUID())

/** Returns the holders that got a slot when all ask concurrently. */
async function takeAll(place: ReturnType<typeof pool>, asking: readonly string[], now = NOW): Promise<string[]> {
  const waits = await Promise.all(asking.map((holder) => acquireSlot(place, { holder, since: NOW }, () => now)))
  return asking.filter((_, index) => waits[index]?.kind === 'acquired')
}

test('concurrent holders get no more slots than the limit, and each keeps its own', async () => {
  const place = pool()
  const asking = holders(20)
  const taken = await takeAll(place, asking)
  expect(taken).toHaveLength(LIMIT)
  expect(await takeAll(place, taken)).toEqual(taken)
  expect(await takeAll(place, holders(5))).toEqual([])
  expect(await takeAll(pool(), holders(1))).toHaveLength(1)
})

test('a released slot goes to the holder that has waited longest', async () => {
  const place = pool()
  const [first = ''] = await takeAll(place, holders(LIMIT))
  const [oldest = '', old = '', young = ''] = holders(3)
  const ask = async (holder: string, since: number) => (await acquireSlot(place, { holder, since }, () => NOW)).kind
  for (const [holder, seconds] of [
    [young, 1],
    [oldest, 9],
    [old, 5],
  ] as const)
    expect(await ask(holder, NOW - seconds * 1000)).toBe('wait')
  await releaseSlot(place, first, '')
  expect(await ask(young, NOW - 1000)).toBe('wait')
  expect(await ask(oldest, NOW - 9000)).toBe('acquired')
  expect(await ask(old, NOW - 5000)).toBe('wait')
})

test('the slots of dead workers become free once when their leases expire', async () => {
  const place = pool()
  const dead = await takeAll(place, holders(LIMIT))
  const later = NOW + LEASE_SECONDS * 1000
  expect(await takeAll(place, holders(5), later - 1)).toEqual([])
  const taken = await takeAll(place, holders(20), later)
  expect(taken).toHaveLength(LIMIT)
  // The workers of expired leases have lost their slots.
  expect(await takeAll(place, dead, later)).toEqual([])
})

test('a large pool is used whole, never above its limit, for about one write unit a slot', async () => {
  vi.stubEnv('ORGANIZATION_SLOTS', String(LARGE_LIMIT))
  const place = pool()
  const take = (n: number) => acquireSlot(place, { holder: derivedId('holder', String(n)), since: NOW }, () => NOW)
  const used = () => service.cloud.ledger.snapshot().total.writeUnits
  const held = new Map<number, string>()
  const before = used()
  for (let n = 0; n < LARGE_LIMIT / 2; n++) {
    const slot = await take(n)
    if (slot.kind === 'acquired') held.set(n, slot.part)
  }
  expect(held.size).toBe(LARGE_LIMIT / 2)
  expect((used() - before) / held.size).toBeLessThan(1.5)
  for (let n = LARGE_LIMIT / 2; n < 2 * LARGE_LIMIT; n++) {
    const slot = await take(n)
    if (slot.kind === 'acquired') held.set(n, slot.part)
  }
  expect(held.size).toBeLessThanOrEqual(LARGE_LIMIT)
  expect(held.size).toBeGreaterThan(0.95 * LARGE_LIMIT)
  for (const [n, part] of held) await releaseSlot(place, derivedId('holder', String(n)), part)
  // All places are free again, although others wait in the lines.
  expect(await acquireSlot(place, { holder: derivedId('first'), since: 0 }, () => NOW)).toMatchObject({
    kind: 'acquired',
  })
})
