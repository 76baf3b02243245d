import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LedgerSnapshot } from '@messaging/cloud/ledger/ledger.ts'
import { type Service, startService } from '@messaging/local/start-service.ts'
import { callApi } from '../service.ts'
import { LogLines } from './log-lines.ts'

const MESSAGES = 100
const CUSTOMERS = 20

/** USD in us-east-1: for a million of each, logs for a GB. */
const PRICES = {
  'table, write units': 0.625,
  'table, read units': 0.125,
  'Lambda, invocations': 0.2,
  'Lambda, GB-seconds': 13.3334,
  'queues, requests': 0.4,
  'FIFO queues, requests': 0.5,
  'fair queues, messages': 0.1,
  schedules: 1,
  'key, decryptions': 3,
  'logs, MB': 500,
} as const
/** Lambda's own JSON lines about an invocation: `platform.start` and `platform.report`. */
const PLATFORM_LINES_BYTES = 800

type Way = 'webhook' | 'agent'

/**
 * What one customer's message costs on AWS by the prices of us-east-1: one that goes to a webhook, and one that an agent answers
 * as well. `npm run bench -- cost`. Seconds of functions are those of this machine; everything else is the same everywhere.
 */
export async function run(): Promise<void> {
  const measured = { webhook: await measure('webhook'), agent: await measure('agent') }
  const rows = Object.entries(PRICES).map(([what, price]) => {
    const amounts = { webhook: measured.webhook.get(what) ?? 0, agent: measured.agent.get(what) ?? 0 }
    return [
      what,
      {
        'to a webhook': round(amounts.webhook),
        'USD a million': round(amounts.webhook * price),
        'answered as well': round(amounts.agent),
        'USD a million ': round(amounts.agent * price),
      },
    ] as const
  })
  const total = (column: 'USD a million' | 'USD a million ') =>
    round(rows.reduce((sum, [, row]) => sum + row[column], 0))
  console.log('\nOne message of a customer, without the model, data transfer and storage')
  console.table({
    ...Object.fromEntries(rows),
    total: { 'USD a million': total('USD a million'), 'USD a million ': total('USD a million ') },
  })
}

/** Amounts for one message. */
async function measure(way: Way): Promise<Map<string, number>> {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'messaging-cost-'))
  const lines = new LogLines()
  let logBytes = 0
  const service = await startService({
    PORT: 0,
    DATA_DIR,
    onProgress: (step) => process.stderr.write(`  ${step}\n`),
    log: (entry) => {
      lines.add(entry)
      logBytes += entry.line.length
    },
  })
  try {
    const customers = Array.from({ length: CUSTOMERS }, (_, n) => `44770092${String(n).padStart(4, '0')}`)
    if (way === 'webhook') await endRouting(service)
    for (const customer of customers) await send(service, customer, way, lines)
    service.cloud.ledger.reset()
    logBytes = 0
    for (let n = 0; n < MESSAGES; n++) await send(service, customers[n % CUSTOMERS] ?? '', way, lines)
    return amountsOf(service.cloud.ledger.snapshot(), logBytes)
  } finally {
    await service.stop()
    await rm(DATA_DIR, { recursive: true, force: true })
  }
}

/** The demo's number has an agent; without it a message goes to the webhook that is subscribed to all numbers. */
async function endRouting({ ready }: Service): Promise<void> {
  const path = `/phone-numbers/${ready.numbers[0]?.number}/unsubscribe/`
  const { status, body } = await callApi(ready.baseUrl, ready.apiKey, 'POST', path, { applyToExisting: true })
  if (status !== 200) throw new Error(`POST ${path} returned ${status}: ${JSON.stringify(body)}`)
}

/** Resolves when the message is delivered and, where an agent answers, its turn is over. */
async function send({ provider, receiver }: Service, from: string, way: Way, lines: LogLines): Promise<void> {
  const answered = way === 'agent' && lines.next(({ event }) => event === 'turn.answered', 20_000)
  await provider.sendAsCustomer({ from, text: 'Where is my order?' })
  await receiver.next()
  await answered
}

function amountsOf({ total }: LedgerSnapshot, logBytes: number): Map<string, number> {
  const amounts: Record<keyof typeof PRICES, number> = {
    'table, write units': total.writeUnits,
    'table, read units': total.readUnits,
    'Lambda, invocations': total.invocations,
    'Lambda, GB-seconds': total.gigabyteSeconds,
    'queues, requests': total.standardQueueRequests,
    'FIFO queues, requests': total.fifoQueueRequests,
    'fair queues, messages': total.fairQueueMessages,
    schedules: total.scheduledInvocations,
    'key, decryptions': total.requests.kms?.Decrypt ?? 0,
    'logs, MB': (logBytes + total.invocations * PLATFORM_LINES_BYTES) / 1_000_000,
  }
  return new Map(Object.entries(amounts).map(([what, amount]) => [what, amount / MESSAGES]))
}

function round(amount: number): number {
  return Number(amount.toPrecision(3))
}
