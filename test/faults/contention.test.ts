// @module-tag isolated
// @module-tag full
import { expect, test } from 'vitest'
import { startTestService } from '../support/service.ts'
import { contend, readDisabled } from './contention/contention.ts'

/** A fortieth of the bench's rates, with conflicts that last 40 times longer. */
const SCALE = 40
/** The deliveries of one invocation. */
const BATCH_SIZE = 10

test('nothing is lost, recorded wrongly or rejected under contention', { timeout: 600_000 }, async () => {
  const disabledByFailures = new Set<string>()
  // On a machine that is too slow, workers end at their time limit. Their attempts are repeated, but not
  // recorded, and the provider posts their messages again.
  let ended = 0
  await using service = await startTestService({
    log: ({ line }) => {
      readDisabled(line, disabledByFailures)
      if (line.includes('Task timed out')) ended += 1
    },
  })
  const report = await contend(service, {
    seconds: 8,
    newCustomers: 60 / SCALE,
    knownCustomers: 90 / SCALE,
    agentMessages: 0.5,
    hanging: 0.2,
    refused: 0.2,
    latencyMs: 300,
    disabledByFailures,
    beforeLoad: () =>
      service.cloud.unkind.set({
        transactionHoldMs: 8 * SCALE,
        indexLagMs: 1000,
        staleReadMs: 1000,
        partition: { writeUnitsPerSecond: 1000 / SCALE, readUnitsPerSecond: 3000 / SCALE },
      }),
    beforeReading: () =>
      service.cloud.unkind.set({
        transactionHoldMs: undefined,
        indexLagMs: undefined,
        staleReadMs: undefined,
        partition: undefined,
      }),
  })
  expect(report.accepted).toBeGreaterThan(0)
  expect(report.delivered).toBeGreaterThan(0)
  expect(report.failed).toBeGreaterThan(0)
  expect(report.unrecorded.slice(BATCH_SIZE * ended)).toEqual([])
  expect(report.late).toBeLessThanOrEqual(BATCH_SIZE * ended)
  expect(report).toMatchObject({
    serverErrors: [],
    missing: [],
    simultaneous: [],
    contradicted: [],
    pending: [],
    disabled: [],
    miscounted: [],
    unanswered: [],
    badSignatures: 0,
  })
})
