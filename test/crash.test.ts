import { expect, test } from 'vitest'
import { soak } from './soak/soak.ts'

test('SIGKILLs while messages flow to three webhooks lose none, and deliveries keep their ids', {
  timeout: 300_000,
}, async () => {
  const report = await soak({ messages: 120, kills: 2, failShare: 0.3, senders: 4 })
  expect(report).toMatchObject({
    kills: 2,
    missing: [],
    underTwoIds: [],
    withTwoBodies: [],
    disagreeing: [],
    badSignatures: 0,
    exitCode: 0,
  })
  expect(report.accepted).toBeGreaterThanOrEqual(120)
  expect(report.statuses.delivered).toBeGreaterThanOrEqual(3 * 120 * 0.9)
})
