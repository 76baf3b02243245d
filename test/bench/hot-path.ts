import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startService } from '@replywright/local/start-service.ts'

/** Messages one after the other, each until it is delivered, then concurrent messages. */
const SEQUENTIAL = 100
const CONCURRENT = 500
const CUSTOMERS = 20

/**
 * Measures the AWS calls, the table's units and the latency of one inbound message. `npm run bench`. Times depend on
 * this machine; calls do not.
 */
export async function run(): Promise<void> {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'replywright-bench-'))
  const calls = new Map<string, number>()
  const service = await startService({
    PORT: 0,
    DATA_DIR,
    onProgress: (step) => process.stderr.write(`  ${step}\n`),
    observe: ({ principal, service: aws, action }) => {
      const name = `${shortName(principal)}  ${aws}:${action}`
      calls.set(name, (calls.get(name) ?? 0) + 1)
    },
  })
  const { provider, receiver } = service
  const customer = (n: number) => `44770092${String(n % CUSTOMERS).padStart(4, '0')}`

  try {
    for (let n = 0; n < CUSTOMERS; n++) await provider.sendAsCustomer({ from: customer(n), text: 'warm' })
    for (let n = 0; n < CUSTOMERS; n++) await receiver.next()

    calls.clear()
    service.cloud.ledger.reset()
    const latencies: number[] = []
    for (let n = 0; n < SEQUENTIAL; n++) {
      const started = performance.now()
      await provider.sendAsCustomer({ from: customer(n), text: `message ${n}` })
      await receiver.next()
      latencies.push(performance.now() - started)
    }
    const perMessage = [...calls].map(([call, count]) => ({
      call,
      'per message': Number((count / SEQUENTIAL).toFixed(2)),
    }))

    const { callers, total } = service.cloud.ledger.snapshot()
    const units = Object.entries({ ...callers, total })
      .filter(([, { readUnits, writeUnits }]) => readUnits + writeUnits > 0)
      .map(([caller, { readUnits, writeUnits }]) => ({
        caller: shortName(caller),
        'read units': Number((readUnits / SEQUENTIAL).toFixed(2)),
        'write units': Number((writeUnits / SEQUENTIAL).toFixed(2)),
      }))

    const started = performance.now()
    await Promise.all(
      Array.from({ length: CONCURRENT }, (_, n) => provider.sendAsCustomer({ from: customer(n), text: `burst ${n}` })),
    )
    for (let n = 0; n < CONCURRENT; n++) await receiver.next(undefined, 120_000)
    const seconds = (performance.now() - started) / 1000

    const sorted = latencies.toSorted((a, b) => a - b)
    const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0)
    console.log('\nOne inbound message to one subscribed webhook')
    console.table(perMessage.toSorted((a, b) => a.call.localeCompare(b.call)))
    console.table(units)
    console.log(`sent → delivered: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms`)
    console.log(`${CONCURRENT} concurrent messages: ${(CONCURRENT / seconds).toFixed(0)} delivered per second`)
  } finally {
    await service.stop()
    await rm(DATA_DIR, { recursive: true, force: true })
  }
}

function shortName(principal: string): string {
  return (
    principal
      .split('-')
      .at(-1)
      ?.replace(/(Function|Role)?[0-9A-F]{8}.*$/, '') ?? principal
  )
}
