import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Service, startService } from '@replywright/local/start-service.ts'
import { derivedAssembly, UNLIMITED } from '../support/assemblies/derived-assembly.ts'
import { synthesizeLocal } from '../support/assemblies/local-assembly.ts'
import { compareDocuments, compareEndpoints, compareReplays, compareWindows } from './fair-queues.ts'
import { compareTurns } from './fair-turns.ts'
import { printFindings } from './judge.ts'
import { type Comparison, measure, printComparison } from './latencies.ts'
import { LogLines } from './log-lines.ts'
import { callsOf, idIn } from './organizations.ts'

/** The deliveries that wait for an endpoint which never responds, and the timed messages to the other endpoint. */
const NOISY = 200
const NOISY_CUSTOMERS = 10
const TIMED = 100

const TABLES: Readonly<Record<string, (service: Service, lines: LogLines) => Promise<Comparison>>> = {
  deliveries: compareDeliveries,
  endpoints: compareEndpoints,
  documents: compareDocuments,
  replays: compareReplays,
  windows: compareWindows,
  // The last, because the noisy organisation's turns take minutes.
  turns: compareTurns,
}

/**
 * Measures in each queue how long a quiet party waits while another is noisy: `npm run bench -- fairness [table …]`.
 * The bound: the quiet party's message is in the next batch of a worker, because fair queues or the organisation's
 * slots keep workers free. The process exits with 1 if a wait is longer.
 */
export async function run(tables: readonly string[]): Promise<void> {
  const names = Object.keys(TABLES)
  const unknown = tables.find((table) => !names.includes(table))
  if (unknown) throw new Error(`There is no table "${unknown}"; there are ${names.join(', ')}.`)
  const wanted = tables.length > 0 ? tables : names
  const directory = await mkdtemp(join(tmpdir(), 'replywright-bench-'))
  const lines = new LogLines()
  const service = await startService({
    PORT: 0,
    DATA_DIR: join(directory, 'data'),
    // A fast machine opens the conversations of the load within a minute.
    assembly: await derivedAssembly(
      await synthesizeLocal(join(directory, 'cdk.out')),
      join(directory, 'unlimited'),
      UNLIMITED,
    ),
    onProgress: (step) => process.stderr.write(`  ${step}\n`),
    log: (line) => lines.add(line),
  })
  try {
    const unfair: string[] = []
    for (const [table, compare] of Object.entries(TABLES)) {
      if (wanted.includes(table)) unfair.push(...printComparison(await compare(service, lines)))
    }
    printFindings({ figures: {}, broken: { 'a noisy party does not delay a quiet one': unfair } })
  } finally {
    await service.stop()
    await rm(directory, { recursive: true, force: true })
  }
}

async function compareDeliveries(service: Service): Promise<Comparison> {
  const time = timerOf(service)
  const withoutLoad = await measure(TIMED, time)
  await hang(service)
  const withLoad = await measure(TIMED, time)
  // A hanging endpoint keeps few workers, because the attempts of a batch are made at the same time.
  const title = `sent → delivered to a quiet endpoint, ${TIMED} messages one after the other`
  return { title, load: `an endpoint that hangs on ${NOISY}`, withoutLoad, withLoad, batchMs: 0 }
}

/** Fills the queue with deliveries to the second demo webhook, which never responds. */
async function hang({ ready, provider, receiver }: Service): Promise<void> {
  const [, second] = ready.webhooks
  if (!second) throw new Error('the demo has no second webhook')
  const noisyPath = new URL(second.url).pathname
  receiver.behave(noisyPath, { kind: 'hang' })
  const call = callsOf({ ready }, ready.apiKey)
  const customers = Array.from({ length: NOISY_CUSTOMERS }, (_, n) => `4477009301${String(n).padStart(2, '0')}`)
  await Promise.all(
    customers.map(async (from) => {
      const id = idIn(await call('POST', '/conversations/', { toNumber: from, fromNumber: ready.numbers[0]?.number }))
      await call('POST', `/conversations/${id}/subscribe/`, { webhookId: second.id })
      for (let n = 0; n < NOISY / NOISY_CUSTOMERS; n++) {
        const { status } = await provider.sendAsCustomer({ from, text: `noisy ${n}` })
        // The provider repeats a message without a response in time.
        if (status !== 200 && status !== 0) throw new Error(`the ingress returned ${status}`)
      }
    }),
  )
  // Each of these messages also goes to the quiet endpoint, before the timed messages.
  const quietPath = new URL(ready.webhook.url).pathname
  for (let n = 0; n < NOISY; n++) await receiver.next(({ path }) => path === quietPath, 60_000)
}

function timerOf({ ready, provider, receiver }: Service): (index: number) => Promise<number> {
  const { pathname } = new URL(ready.webhook.url)
  return async (index) => {
    const started = performance.now()
    await provider.sendAsCustomer({ from: '447700930002', text: `timed ${index}` })
    await receiver.next(({ path }) => path === pathname, 60_000)
    return performance.now() - started
  }
}
