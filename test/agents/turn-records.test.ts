// @module-tag full
import { randomUUID } from 'node:crypto'
import { failUnexpectedly } from '@messaging/core/answering/turns/fail-turn.ts'
import { findTurn } from '@messaging/core/answering/turns/turn-store.ts'
import { derivedId } from '@messaging/core/platform/clock.ts'
import { releaseSlot, takeSlot } from '@messaging/core/platform/queues/organization-slots.ts'
import type { Service } from '@messaging/local/start-service.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actAsAdministrator } from '../support/administrator.ts'
import { chats } from '../support/chats.ts'
import { freshCustomer, startTestService } from '../support/service.ts'

const LIMIT = 3
const LEASE_SECONDS = 60
const NOW = Date.now()

let service: Service
beforeAll(async () => {
  service = await startTestService()
  actAsAdministrator(service)
  Object.assign(process.env, { ORGANIZATION_SLOTS: String(LIMIT), SLOT_LEASE_SECONDS: String(LEASE_SECONDS) })
})
afterAll(() => service?.stop())

const pool = () => ({ pool: 'turns', organizationId: randomUUID() }) as const
const holders = (count: number) => Array.from({ length: count }, () => randomUUID())

/** Returns the holders that got a slot when all ask concurrently. */
async function takeAll(place: ReturnType<typeof pool>, asking: readonly string[], now = NOW): Promise<string[]> {
  const waits = await Promise.all(asking.map((holder) => takeSlot(place, { holder, since: NOW }, () => now)))
  return asking.filter((_, index) => waits[index] === undefined)
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
  const ask = (holder: string, since: number) => takeSlot(place, { holder, since }, () => NOW)
  for (const [holder, seconds] of [
    [young, 1],
    [oldest, 9],
    [old, 5],
  ] as const)
    expect(await ask(holder, NOW - seconds * 1000)).toBeGreaterThan(0)
  await releaseSlot(place, first)
  expect(await ask(young, NOW - 1000)).toBeGreaterThan(0)
  expect(await ask(oldest, NOW - 9000)).toBeUndefined()
  expect(await ask(old, NOW - 5000)).toBeGreaterThan(0)
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

test('an unexpected error is retried seven times, then a person is needed; a redrive has one attempt', async () => {
  const { newConversation } = chats(() => service)
  const conversationId = await newConversation(freshCustomer())
  const key = { organizationId: derivedId('demo organization', 'Demo'), conversationId, id: randomUUID() }
  const fail = async () => {
    const fate = await failUnexpectedly(key, new Error('unexpected'), NOW)
    return fate.kind === 'keep' ? fate.visibilitySeconds : undefined
  }
  for (const seconds of [2, 10, 30, 60, 60, 60, 60]) expect(await fail()).toBe(seconds)
  expect(await findTurn(key)).toMatchObject({ status: 'open', tries: 7 })
  expect(await fail()).toBe(0)
  expect(await findTurn(key)).toMatchObject({ status: 'given-up', givenUpAt: NOW })
  expect(await fail()).toBe(0)
})
