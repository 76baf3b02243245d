// @module-tag isolated
// @module-tag full
import { expect, test } from 'vitest'
import { soak } from './soak/soak.ts'

test('a SIGKILL during deliveries to three webhooks loses no message, and deliveries keep their ids', {
  timeout: 300_000,
}, async () => {
  const report = await soak({ messages: 48, kills: 1, failShare: 0.3, senders: 4 })
  expect(report).toMatchObject({
    kills: 1,
    missing: [],
    underTwoIds: [],
    withTwoBodies: [],
    disagreeing: [],
    badSignatures: 0,
    exitCode: 0,
  })
  expect(report.accepted).toBeGreaterThanOrEqual(48)
  expect(report.statuses.delivered).toBeGreaterThanOrEqual(3 * 48 * 0.9)
})
