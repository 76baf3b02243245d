import { expect, test } from 'vitest'
import { createPace } from './api.ts'

test('allows at most two thirds of the rate limit in any minute, and no wait after a pause', async () => {
  let now = 0
  const timing = {
    now: () => now,
    random: () => 0,
    sleep: async (milliseconds: number) => {
      now += milliseconds
    },
  }
  const pace = createPace(timing)
  const { signal } = new AbortController()
  const sentAt: number[] = []
  for (let request = 0; request < 200; request++) {
    await pace(signal)
    sentAt.push(now)
  }
  for (const time of sentAt)
    expect(sentAt.filter((at) => at >= time && at < time + 60_000).length).toBeLessThanOrEqual(66)
  now += 60_000
  const resumedAt = now
  await pace(signal)
  expect(now).toBe(resumedAt)
})
