import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startService } from '@messaging/local/start-service.ts'
import { contend, readDisabled } from '../faults/contention/contention.ts'

/** The rates that the service must sustain, and the contention at these rates; this machine runs both scaled. */
const RATES = { newCustomers: 60, knownCustomers: 90, agentMessages: 5, hanging: 1 }
const CONTENTION = {
  transactionHoldMs: 8,
  indexLagMs: 200,
  staleReadMs: 200,
  writeUnitsPerSecond: 1000,
  readUnitsPerSecond: 3000,
}
/** The share of calls to SQS by the relay and the workers that are duplicated. */
const DUPLICATED = 0.1
const SECONDS = 60
const SCALE = 25

/**
 * Runs 150 deliveries per second to one webhook that rejects 20 %, 60 new customers per second of one organisation,
 * three webhooks one of which hangs, agents, and a user who disables, enables and rotates a webhook; with transaction
 * conflicts, index lag, stale reads, duplicates and throttling. `npm run bench -- contention [seconds] [scale]`. The
 * scale divides the rates and multiplies the durations of conflicts and lags, so that as many calls collide as at the
 * full rate.
 */
export async function run([seconds = String(SECONDS), scaleText = String(SCALE)]: readonly string[]): Promise<void> {
  const scale = Number(scaleText)
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'messaging-bench-'))
  const progress = (line: string) => process.stderr.write(`  ${line}\n`)
  const disabledByFailures = new Set<string>()
  const service = await startService({
    PORT: 0,
    DATA_DIR,
    RETRY_DELAYS_SECONDS: '1,1,1',
    onProgress: progress,
    log: ({ line }) => readDisabled(line, disabledByFailures),
  })
  try {
    const report = await contend(service, {
      seconds: Number(seconds),
      newCustomers: RATES.newCustomers / scale,
      knownCustomers: RATES.knownCustomers / scale,
      agentMessages: RATES.agentMessages / scale,
      hanging: RATES.hanging / scale,
      refused: 0.2,
      latencyMs: 300,
      disabledByFailures,
      onProgress: progress,
      beforeLoad: async () => {
        await service.cloud.unkind.set({
          transactionHoldMs: CONTENTION.transactionHoldMs * scale,
          indexLagMs: CONTENTION.indexLagMs * scale,
          staleReadMs: CONTENTION.staleReadMs * scale,
          partition: {
            writeUnitsPerSecond: CONTENTION.writeUnitsPerSecond / scale,
            readUnitsPerSecond: CONTENTION.readUnitsPerSecond / scale,
          },
        })
        service.cloud.faults.plan({
          service: 'sqs',
          action: 'SendMessageBatch',
          where: () => Math.random() < DUPLICATED,
          nth: 1,
          times: Number.POSITIVE_INFINITY,
          kind: 'duplicate',
        })
      },
      beforeReading: () =>
        service.cloud.unkind.set({
          transactionHoldMs: undefined,
          indexLagMs: undefined,
          staleReadMs: undefined,
          partition: undefined,
        }),
    })
    const counts = Object.entries(report).map(([name, value]) => [name, Array.isArray(value) ? value.length : value])
    console.table(Object.fromEntries(counts))
    for (const [name, value] of Object.entries(report))
      if (Array.isArray(value)) for (const line of value.slice(0, 10)) console.log(`${name}: ${line}`)
  } finally {
    await service.stop()
    await rm(DATA_DIR, { recursive: true, force: true })
  }
}
