import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type Service, startService } from '@replywright/local/start-service.ts'
import { ContentionLog, contend } from '../faults/contention/contention.ts'
import { measureNeighbours } from '../faults/contention/neighbours/neighbours.ts'
import { synthesizeLocal } from '../support/assemblies/local-assembly.ts'
import { printFindings } from './judge.ts'
import { LogLines } from './log-lines.ts'
import { callsOf } from './organizations.ts'

/** The rates that the service must sustain, and the contention at these rates; this machine runs both scaled. */
const RATES = { newCustomers: 60, knownCustomers: 90, agentMessages: 5, hanging: 1 }
const CONTENTION = {
  transactionHoldMs: 8,
  indexLagMs: 200,
  staleReadMs: 200,
  writeUnitsPerSecond: 1000,
  readUnitsPerSecond: 3000,
}
const SECONDS = 60

const CALIBRATION_SECONDS = 10
const CALIBRATION_SENDERS = 8
/** The machine must sustain this many times the load, because conflicts, lags and copies repeat much of the work. */
const RESERVE = 6
/** With a larger scale, conflicts and throttling would last longer than a request may. */
const LARGEST_SCALE = 40

/**
 * Runs 150 deliveries per second to one webhook that rejects 20 %, 60 new customers per second of one organisation,
 * three webhooks one of which hangs, agents, and a user who disables, enables and rotates a webhook; with transaction
 * conflicts, index lag, stale reads, duplicates and throttling. `npm run bench -- contention [seconds] [scale]`. The
 * scale divides the rates and multiplies the durations of conflicts and lags, so that as many calls collide as at the
 * full rate. By default it is what this machine sustains now.
 * Then measures how long an organisation waits beside a hostile one; `contention neighbours [messages a second] [seconds]
 * [rounds]` measures this alone.
 */
export async function run(args: readonly string[]): Promise<void> {
  if (args[0] === 'neighbours') return await runNeighbours(args.slice(1))
  await runLoad(args)
  await runNeighbours([])
}

async function runLoad([seconds = String(SECONDS), scaleText]: readonly string[]): Promise<void> {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'replywright-bench-'))
  const onProgress = (line: string) => process.stderr.write(`  ${line}\n`)
  const log = new ContentionLog()
  const service = await startService({ PORT: 0, DATA_DIR, RETRY_DELAYS_SECONDS: '1,1,1', onProgress, log: log.read })
  try {
    await stopAgent(service)
    const scale = scaleText === undefined ? await sustainedScale(service, onProgress) : Number(scaleText)
    const findings = await contend(service, {
      seconds: Number(seconds),
      newCustomers: RATES.newCustomers / scale,
      knownCustomers: RATES.knownCustomers / scale,
      agentMessages: RATES.agentMessages / scale,
      hanging: RATES.hanging / scale,
      refused: 0.2,
      latencyMs: 300,
      duplicated: 0.1,
      dynamodbLoad: {
        transactionHoldMs: CONTENTION.transactionHoldMs * scale,
        indexLagMs: CONTENTION.indexLagMs * scale,
        staleReadMs: CONTENTION.staleReadMs * scale,
        partition: {
          writeUnitsPerSecond: CONTENTION.writeUnitsPerSecond / scale,
          readUnitsPerSecond: CONTENTION.readUnitsPerSecond / scale,
        },
      },
      log,
      onProgress,
    })
    printFindings(findings)
  } finally {
    await service.stop()
    await rm(DATA_DIR, { recursive: true, force: true })
  }
}

/**
 * The quiet organisation's messages a second, and the seconds of each phase. There are as few workers as the rates require, because
 * this machine cannot send enough to occupy those of a deployment: three hostile deliveries a second would occupy 120 attempts, and
 * one turn a second ten.
 */
const QUIET = { perSecond: 0.2, rounds: 3, seconds: 40, leadSeconds: 15 }
const FEWER_WORKERS = {
  deliverMaximumConcurrency: '4',
  answerMaximumConcurrency: '4',
  slowResponseMilliseconds: '1000',
}

async function runNeighbours([perSecond, seconds, rounds]: readonly string[]): Promise<void> {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'replywright-bench-'))
  const onProgress = (line: string) => process.stderr.write(`  ${line}\n`)
  const lines = new LogLines()
  const assembly = await synthesizeLocal(join(DATA_DIR, 'cdk.out'), FEWER_WORKERS)
  const service = await startService({ PORT: 0, DATA_DIR, assembly, onProgress, log: (line) => lines.add(line) })
  try {
    await stopAgent(service)
    const chosen = {
      perSecond: Number(perSecond ?? QUIET.perSecond),
      seconds: Number(seconds ?? QUIET.seconds),
      rounds: Number(rounds ?? QUIET.rounds),
    }
    printFindings(await measureNeighbours(service, { ...QUIET, ...chosen, lines, onProgress }))
  } finally {
    await service.stop()
    await rm(DATA_DIR, { recursive: true, force: true })
  }
}

/** Disconnects the agent from the demo's number, because agents answer their own customers only. */
async function stopAgent({ ready }: Service): Promise<void> {
  await callsOf({ ready }, ready.apiKey)('POST', `/phone-numbers/${ready.numbers[0]?.number}/unsubscribe/`)
}

/** Measures how many messages per second this machine delivers, and returns the scale for a part of them. */
async function sustainedScale(
  { provider, receiver, ready }: Service,
  onProgress: (line: string) => void,
): Promise<number> {
  const { pathname } = new URL(ready.webhook.url)
  const isDelivered = ({ path }: { readonly path: string }) => path === pathname
  const customers = Array.from({ length: CALIBRATION_SENDERS }, (_, n) => `44770097${String(n).padStart(4, '0')}`)
  const send = (from: string) => provider.sendAsCustomer({ from, text: 'calibration' })
  // Starts the workers.
  await Promise.all(customers.map(send))
  for (const _ of customers) await receiver.next(isDelivered, 120_000)
  receiver.reset()
  const until = Date.now() + CALIBRATION_SECONDS * 1000
  const sending = customers.map(async (customer) => {
    while (Date.now() < until) await send(customer)
  })
  await setTimeout(CALIBRATION_SECONDS * 1000)
  const perSecond = receiver.received(pathname).length / CALIBRATION_SECONDS
  await Promise.all(sending)
  const full = Object.values(RATES).reduce((sum, rate) => sum + rate, 0)
  const scale = Math.min(LARGEST_SCALE, Math.max(1, Math.ceil((full * RESERVE) / perSecond)))
  onProgress(`this machine delivers ${perSecond.toFixed(1)} messages per second: scale ${scale}`)
  return scale
}
