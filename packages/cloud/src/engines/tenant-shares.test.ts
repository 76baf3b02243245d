import { beforeEach, describe, expect, test } from 'vitest'
import { TenantShares } from './tenant-shares.ts'

let now: number
let shares: TenantShares
beforeEach(() => {
  now = 1_000_000
  shares = new TenantShares(() => now)
})

function receive(group: string | undefined, count: number): void {
  for (let i = 0; i < count; i++) shares.received(group)
}

/** Somebody worked on a message for so long. */
function process(group: string | undefined, milliseconds: number): void {
  const receivedAt = now
  shares.received(group)
  now += milliseconds
  shares.ended(group, receivedAt)
}

test.each([
  [30, 0, true],
  [29, 0, false],
  [30, 269, true],
  [30, 270, false],
])('%i messages in flight beside %i of others: noisy is %s', (own, others, noisy) => {
  receive('a', own)
  receive(undefined, others)
  expect(shares.isNoisy('a')).toBe(noisy)
})

test.each([
  [101, 899, true],
  [100, 900, false],
])('%i ms of work beside %i ms for others: noisy is %s', (own, others, noisy) => {
  process(undefined, others)
  process('a', own)
  expect(shares.isNoisy('a')).toBe(noisy)
})

test('work that is not done yet counts', () => {
  receive('a', 1)
  receive(undefined, 1)
  now += 1000
  expect(shares.isNoisy('a')).toBe(true)
})

test('work is forgotten', () => {
  process('a', 10_000)
  now += 3_600_000
  shares.sent('a', false)
  process(undefined, 1000)
  expect(shares.isNoisy('a')).toBe(false)
})

describe('a noisy tenant is quiet again', () => {
  beforeEach(() => {
    shares.sent('a', true)
    process('a', 1000)
    expect(shares.isNoisy('a')).toBe(true)
  })

  test('when all it had was worked off', () => {
    expect(shares.isIdle('a')).toBe(true)
    shares.sent('a', true)
    expect(shares.isNoisy('a')).toBe(false)
  })

  test('when it sent nothing for five minutes', () => {
    receive('a', 40)
    now += 298_999
    expect(shares.isNoisy('a')).toBe(true)
    now += 1
    expect(shares.isNoisy('a')).toBe(false)
  })
})
