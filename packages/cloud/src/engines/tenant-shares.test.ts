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

/** Processes a message for this long. */
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
])('%i messages in flight, %i of others: noisy is %s', (own, others, noisy) => {
  receive('a', own)
  receive(undefined, others)
  expect(shares.isNoisy('a')).toBe(noisy)
})

test.each([
  [101, 899, true],
  [100, 900, false],
])('%i ms of work, %i ms for others: noisy is %s', (own, others, noisy) => {
  process(undefined, others)
  process('a', own)
  expect(shares.isNoisy('a')).toBe(noisy)
})

test('counts work in progress', () => {
  receive('a', 1)
  receive(undefined, 1)
  now += 1000
  expect(shares.isNoisy('a')).toBe(true)
})

test('forgets work over time', () => {
  process('a', 10_000)
  now += 3_600_000
  shares.sent('a', false)
  process(undefined, 1000)
  expect(shares.isNoisy('a')).toBe(false)
})

describe('a noisy tenant becomes quiet', () => {
  beforeEach(() => {
    shares.sent('a', true)
    process('a', 1000)
    expect(shares.isNoisy('a')).toBe(true)
  })

  test('after all its messages were processed', () => {
    expect(shares.isIdle('a')).toBe(true)
    shares.sent('a', true)
    expect(shares.isNoisy('a')).toBe(false)
  })

  test('after five minutes without a message', () => {
    receive('a', 40)
    now += 298_999
    expect(shares.isNoisy('a')).toBe(true)
    now += 1
    expect(shares.isNoisy('a')).toBe(false)
  })
})
