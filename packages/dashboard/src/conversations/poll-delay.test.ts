import { expect, test } from 'vitest'
import { IDLE_MS, isLive, pollDelay } from './poll-delay.ts'

const MINUTE = 60_000

test('polls every few seconds, and less often if each poll reads the list', () => {
  expect(pollDelay(undefined, true)).toBeLessThan(3_000)
  expect(pollDelay('1.a', true)).toBe(pollDelay(undefined, true))
  expect(pollDelay(null, true)).toBe(15_000)
})

test('an idle inbox with an opened conversation makes at most 20 requests a minute', () => {
  const perMinute = (...delays: readonly number[]) => delays.reduce((sum, delay) => sum + MINUTE / delay, 0)
  expect(perMinute(...Object.values(IDLE_MS))).toBeLessThanOrEqual(20)
  expect(pollDelay('1.a', false)).toBe(IDLE_MS.list)
  // The list of those who wait, with the count beside it.
  expect(perMinute(IDLE_MS.list, IDLE_MS.waiting, IDLE_MS.thread, IDLE_MS.details)).toBeLessThanOrEqual(20)
})

test('is idle half a minute after the last input or change', () => {
  expect(isLive(0, 29_999)).toBe(true)
  expect(isLive(0, 30_000)).toBe(false)
})
