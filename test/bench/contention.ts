import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startService } from '@messaging/local/start-service.ts'
import { contend, readDisabled } from '../faults/contention/contention.ts'

/** The rates that the service is to hold, and what is unkind at that rate; both scaled by what this machine can make. */
const RATES = { newCustomers: 60, knownCustomers: 90, agentMessages: 5, hanging: 1 }
const UNKIND = {
  transactionHoldMs: 8,
  indexLagMs: 200,
  staleReadMs: 200,
  writeUnitsPerSecond: 1000,
  readUnitsPerSecond: 3000,
}
/** The share of the relay's and the workers' queue calls that are made twice. */
const DUPLICATED = 0.1
const SECONDS = 60
const SCALE = 25

/**
 * 150 deliveries a second to one webhook that refuses 20 %, 60 new customers a second for one organisation, three webhooks one
 * of which hangs, agents, and a user who disables, enables and rotates in between: under transaction conflicts, index lag, stale reads,
 * duplicates and throttling. `npm run bench -- contention [seconds] [scale]`. Rates are divided by the scale, and what is unkind lasts
 * as many times longer, so that as much meets as at the full rate.
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
      dataDir: DATA_DIR,
      disabledByFailures,
      onProgress: progress,
      beforeLoad: async () => {
        await service.cloud.unkind.set({
          transactionHoldMs: UNKIND.transactionHoldMs * scale,
          indexLagMs: UNKIND.indexLagMs * scale,
          staleReadMs: UNKIND.staleReadMs * scale,
          partition: {
            writeUnitsPerSecond: UNKIND.writeUnitsPerSecond / scale,
            readUnitsPerSecond: UNKIND.readUnitsPerSecond / scale,
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
