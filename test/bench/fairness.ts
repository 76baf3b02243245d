import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Service, startService } from '@messaging/local/start-service.ts'
import * as v from 'valibot'

const WithId = v.looseObject({ id: v.string() })

/** Deliveries that wait for the endpoint which never answers, and messages to the other endpoint that are timed meanwhile. */
const NOISY = 200
const NOISY_CUSTOMERS = 10
const TIMED = 100

/**
 * How long a quiet endpoint waits for its deliveries, with and without another one that hangs 10 s on each of 200 queued
 * deliveries. `npm run bench -- fairness`. The bound: the quiet one's next delivery is in the next batch that a worker takes,
 * whatever else waits.
 */
export async function run(): Promise<void> {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'messaging-bench-'))
  const service = await startService({
    PORT: 0,
    DATA_DIR,
    onProgress: (step) => process.stderr.write(`  ${step}\n`),
  })
  try {
    const quiet = { 'noisy endpoint': 'none', ...(await timeMessages(service)) }
    await hang(service)
    const loud = { 'noisy endpoint': `hangs on ${NOISY}`, ...(await timeMessages(service)) }
    console.log(`\nsent → delivered to a quiet endpoint, ${TIMED} messages one after the other, in milliseconds`)
    console.table([quiet, loud])
    console.log(`p99 with : without = ${(loud.p99 / quiet.p99).toFixed(1)}`)
  } finally {
    await service.stop()
    await rm(DATA_DIR, { recursive: true, force: true })
  }
}

/** Fills the queue with deliveries to the second demo webhook, which never answers. */
async function hang({ ready, provider, receiver }: Service): Promise<void> {
  const [, second] = ready.webhooks
  if (!second) throw new Error('the demo has no second webhook')
  const noisyPath = new URL(second.url).pathname
  receiver.behave(noisyPath, { kind: 'hang' })
  const call = async (path: string, body: object) => {
    const response = await fetch(`${ready.baseUrl}/api/v1${path}`, {
      method: 'POST',
      headers: { 'X-API-Key': ready.apiKey, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}`)
    return v.parse(WithId, await response.json())
  }
  const customers = Array.from({ length: NOISY_CUSTOMERS }, (_, n) => `4477009301${String(n).padStart(2, '0')}`)
  await Promise.all(
    customers.map(async (from) => {
      const { id } = await call('/conversations/', { toNumber: from, fromNumber: ready.numbers[0]?.number })
      await call(`/conversations/${id}/subscribe/`, { webhookId: second.id })
      for (let n = 0; n < NOISY / NOISY_CUSTOMERS; n++) {
        const { status } = await provider.sendAsCustomer({ from, text: `noisy ${n}` })
        if (status !== 200) throw new Error(`the ingress answered ${status}`)
      }
    }),
  )
  // Every one of these messages goes to the quiet endpoint too: what is timed comes after them.
  const quietPath = new URL(ready.webhook.url).pathname
  for (let n = 0; n < NOISY; n++) await receiver.next(({ path }) => path === quietPath, 60_000)
}

async function timeMessages({
  ready,
  provider,
  receiver,
}: Service): Promise<{ p50: number; p95: number; p99: number }> {
  const { pathname } = new URL(ready.webhook.url)
  const latencies: number[] = []
  for (let n = 0; n < TIMED; n++) {
    const text = `timed ${n}`
    const started = performance.now()
    await provider.sendAsCustomer({ from: '447700930002', text })
    await receiver.next(({ path }) => path === pathname, 60_000)
    latencies.push(performance.now() - started)
  }
  const sorted = latencies.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0)
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}
