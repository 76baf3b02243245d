// @module-tag full
import { expect, test } from 'vitest'
import { violationsOf } from '../bench/judge.ts'
import { startTestService } from '../support/service.ts'
import { ContentionLog, contend } from './contention/contention.ts'

/** A fortieth of the bench's rates, with conflicts that last 40 times longer. */
const SCALE = 40

test('nothing is lost, recorded wrongly or rejected under contention', { timeout: 600_000 }, async () => {
  const log = new ContentionLog()
  await using service = await startTestService({ log: log.read })
  const findings = await contend(service, {
    seconds: 8,
    newCustomers: 60 / SCALE,
    knownCustomers: 90 / SCALE,
    agentMessages: 0.5,
    hanging: 0.2,
    refused: 0.2,
    latencyMs: 300,
    dynamodbLoad: {
      transactionHoldMs: 8 * SCALE,
      indexLagMs: 1000,
      staleReadMs: 1000,
      partition: { writeUnitsPerSecond: 1000 / SCALE, readUnitsPerSecond: 3000 / SCALE },
    },
    log,
  })
  expect(violationsOf(findings)).toEqual([])
})
