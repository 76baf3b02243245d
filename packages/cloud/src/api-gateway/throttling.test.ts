import { expect, test } from 'vitest'
import { TokenBuckets } from './throttling.ts'

function manual() {
  let now = 1_000_000
  return {
    clock: () => now,
    advance: (milliseconds: number) => {
      now += milliseconds
    },
  }
}

const HUNDRED_A_MINUTE = { rateLimit: 100 / 60, burstLimit: 100 }

test('allows the burst at once, then the rate', () => {
  const { clock, advance } = manual()
  const buckets = new TokenBuckets(clock)
  const takeAll = (tries: number) =>
    Array.from({ length: tries }, () => buckets.take('k', HUNDRED_A_MINUTE)).filter(Boolean)
  expect(takeAll(150)).toHaveLength(100)
  advance(599)
  expect(takeAll(1)).toHaveLength(0)
  advance(2)
  expect(takeAll(5)).toHaveLength(1)
  advance(60_000)
  expect(takeAll(150)).toHaveLength(100)
})

test('limits a bucket to its burst, and keeps a bucket per name', () => {
  const { clock, advance } = manual()
  const buckets = new TokenBuckets(clock)
  const throttle = { rateLimit: 1, burstLimit: 2 }
  advance(3_600_000)
  expect([1, 2, 3].map(() => buckets.take('a', throttle))).toEqual([true, true, false])
  expect(buckets.take('b', throttle)).toBe(true)
})

test('does not limit a throttle without rate or burst', () => {
  const buckets = new TokenBuckets(() => 0)
  const none = { rateLimit: undefined, burstLimit: undefined }
  expect(Array.from({ length: 1000 }, () => buckets.take('a', none)).every(Boolean)).toBe(true)
})
