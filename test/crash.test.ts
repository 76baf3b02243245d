import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startReceiver } from '@messaging/simulators/receiver/receiver.ts'
import * as v from 'valibot'
import { afterEach, expect, test, vi } from 'vitest'
import { envelopeOf } from './service.ts'

const Ready = v.looseObject({ providerUrl: v.string(), webhook: v.looseObject({ secret: v.string() }) })
const Sent = v.object({ messageIds: v.array(v.string()), delivered: v.boolean() })

const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

/** Starts the service as `npm start` does and waits for its ready.json. */
async function start(
  dataDir: string,
  webhookUrl: string,
): Promise<{ child: ChildProcess; ready: v.InferOutput<typeof Ready> }> {
  const child = spawn(process.execPath, ['packages/local/src/main.ts'], {
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: dataDir,
      DEMO_WEBHOOK_URL: webhookUrl,
      RETRY_DELAYS_SECONDS: '1,1,1',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  children.push(child)
  const file = join(dataDir, 'ready.json')
  const written = await vi.waitFor(() => readFile(file, 'utf8'), { timeout: 120_000, interval: 100 })
  return { child, ready: v.parse(Ready, JSON.parse(written)) }
}

test('a SIGKILL while messages flow loses none, and deliveries keep their ids', { timeout: 180_000 }, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'messaging-crash-'))
  await using receiver = await startReceiver()
  const webhookUrl = `${receiver.url}/hook`
  const accepted = new Set<string>()

  for (const round of [1, 2]) {
    const { child, ready } = await start(dataDir, webhookUrl)
    receiver.setSecret('/hook', ready.webhook.secret)
    // An endpoint that fails now and then keeps deliveries in every state: new, waiting for a retry, in flight. It must not
    // fail for good: twenty failed deliveries in a row would disable the webhook, and what is disabled gets nothing.
    receiver.behave('/hook', { status: [...Array(100).fill([200, 500, 200, 503]).flat(), 200] })
    const exited = once(child, 'exit')
    const senders = Array.from({ length: 4 }, async (_, sender) => {
      for (let n = 0; child.exitCode === null && child.signalCode === null; n++) {
        const response = await fetch(`${ready.providerUrl}/simulator/customers/44770091${round}0${sender}0/messages`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ text: `round ${round} sender ${sender} message ${n}` }),
        }).catch(() => undefined)
        const sent = response?.ok ? v.safeParse(Sent, await response.json().catch(() => undefined)) : undefined
        if (sent?.success && sent.output.delivered) for (const id of sent.output.messageIds) accepted.add(id)
      }
    })
    await vi.waitFor(() => expect(accepted.size).toBeGreaterThanOrEqual(40 * round), { timeout: 60_000 })
    child.kill('SIGKILL')
    await exited
    await Promise.all(senders)
    await rm(join(dataDir, 'ready.json'))
  }

  receiver.behave('/hook', { status: 200 })
  const { child } = await start(dataDir, webhookUrl)
  const idsOf = () => Map.groupBy(receiver.received('/hook'), (delivery) => envelopeOf(delivery).message?.waId ?? '')
  await vi.waitFor(() => expect([...accepted].filter((id) => !idsOf().has(id))).toEqual([]), {
    timeout: 90_000,
    interval: 200,
  })
  for (const [message, deliveries] of idsOf()) {
    const ids = new Set(deliveries.map(({ deliveryId }) => deliveryId))
    expect([message, ids.size]).toEqual([message, 1])
  }
  expect(receiver.received('/hook').every(({ verdict }) => verdict.ok)).toBe(true)
  const stopped = once(child, 'exit')
  child.kill('SIGINT')
  expect(await stopped).toEqual([0, null])
  await expect(readFile(join(dataDir, 'ready.json'))).rejects.toThrow()
  await rm(dataDir, { recursive: true, force: true })
})
