// @module-tag full
import { expect, inject, test } from 'vitest'
import { violationsOf } from '../bench/judge.ts'
import { soak } from './soak/soak.ts'

test('a SIGKILL during deliveries to three webhooks loses no message, and deliveries keep their ids', {
  timeout: 300_000,
}, async () => {
  const findings = await soak({ messages: 48, kills: 1, failShare: 0.3, senders: 4, assembly: inject('assembly') })
  expect(violationsOf(findings)).toEqual([])
  expect(findings.figures.delivered).toBeGreaterThanOrEqual(3 * 48 * 0.9)
})
