import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { derivedId } from '@replywright/core/platform/clock.ts'
import { readEnvironment } from '@replywright/local/environment.ts'
import { contextOf } from '@replywright/local/start-service.ts'
import { listen } from '@replywright/simulators/http.ts'
import * as v from 'valibot'
import type { Findings } from '../../bench/judge.ts'
import { runOps } from '../../operations/run-ops.ts'
import { lendAssembly } from '../../support/assemblies/derived-assembly.ts'
import { Endpoint } from './endpoint.ts'
import { type ReadyFile, ServiceProcess } from './service-process.ts'
import { storedDeliveries } from './stored-deliveries.ts'

export interface SoakOptions {
  /** The number of customers' messages to be accepted. */
  readonly messages: number
  /** The number of kills of the process, at random moments. */
  readonly kills: number
  /** The share of the third endpoint's responses that are 503. */
  readonly failShare: number
  /** The number of customers that write concurrently. */
  readonly senders: number
  /** From 0 to 1. @default Math.random */
  readonly random?: () => number
  /** @default one that the service synthesizes */
  readonly assembly?: string
  readonly onProgress?: (line: string) => void
}

const Sent = v.object({ messageIds: v.array(v.string()), delivered: v.boolean() })
const DEMO = { organization: derivedId('demo organization', 'Demo'), user: derivedId('demo user', 'Demo') }
/** Longer than all retries and a worker's visibility timeout. */
const COMPLETION_MILLISECONDS = 240_000

/**
 * Sends customers' messages to a number with three endpoints, one of which fails at random, while the service is killed
 * repeatedly. Then waits for all deliveries, and looks for every accepted message at every endpoint and in the table.
 */
export async function soak(options: SoakOptions): Promise<Findings> {
  const { messages, kills, failShare, senders, random = Math.random, onProgress = () => {} } = options
  const dataDir = await mkdtemp(join(tmpdir(), 'replywright-soak-'))
  const endpoints = [
    new Endpoint('/steady', () => false),
    new Endpoint('/other', () => false),
    new Endpoint('/failing', () => random() < failShare),
  ]
  const [steady, ...others] = endpoints
  if (!steady) throw new Error('there is no endpoint')
  const server = await listen(async (request, response) => {
    const endpoint = endpoints.find(({ path }) => path === request.url)
    response.writeHead(endpoint ? await endpoint.take(request) : 404).end()
  })
  const environment = {
    PORT: '0',
    DATA_DIR: dataDir,
    DEMO_WEBHOOK_URL: `${server.url}${steady.path}`,
    RETRY_DELAYS_SECONDS: '1,1,1',
  }
  if (options.assembly !== undefined)
    await lendAssembly(options.assembly, join(dataDir, 'cdk.out'), contextOf(readEnvironment(environment)))
  await using service = new ServiceProcess(dataDir, environment)
  try {
    let ready = await service.start()
    steady.secret = ready.webhook.secret
    await stopAgent(ready)
    const webhookIds = new Map([[steady, ready.webhook.id]])
    for (const endpoint of others) {
      const args = ['--organization', DEMO.organization, '--user', DEMO.user, '--name', endpoint.path.slice(1)]
      const made = await runOps(service, ['webhook', 'create', ...args, '--url', `${server.url}${endpoint.path}`])
      endpoint.secret = made.signingSecret ?? ''
      webhookIds.set(endpoint, made.webhook ?? '')
    }

    const accepted = new Set<string>()
    const killAt = Array.from({ length: kills }, () => Math.ceil(random() * (messages - 1))).toSorted((a, b) => a - b)
    const step = Math.ceil(messages / 10)
    const onAccepted = () => {
      if (accepted.size % step === 0) onProgress(`${accepted.size} of ${messages} messages accepted`)
    }
    for (const until of [...killAt, messages]) {
      await sendUntil(until, { accepted, onAccepted, senders, service, providerUrl: ready.providerUrl })
      if (until === messages) break
      await service.kill()
      onProgress(`killed after ${accepted.size} of ${messages} messages`)
      ready = await service.start()
    }

    onProgress(`${accepted.size} messages accepted; waiting for their deliveries`)
    const stored = async () =>
      new Map(
        await Promise.all(
          endpoints.map(
            async (endpoint) => [endpoint, await storedDeliveries(dataDir, webhookIds.get(endpoint) ?? '')] as const,
          ),
        ),
      )
    const deadline = Date.now() + COMPLETION_MILLISECONDS
    let records = await stored()
    while (Date.now() < deadline && !isComplete(accepted, endpoints, records)) {
      await delay(500)
      records = await stored()
    }
    return judge({ accepted, endpoints, records, messages, kills, exitCode: await service.stop() })
  } finally {
    await service[Symbol.asyncDispose]()
    await server.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Disconnects the agent from the demo's number, because the soak is about deliveries. */
async function stopAgent({ baseUrl, apiKey, numbers: [{ number }] }: ReadyFile): Promise<void> {
  const request = { method: 'POST', headers: { 'X-API-Key': apiKey } }
  const { ok, status } = await fetch(`${baseUrl}/api/v1/phone-numbers/${number}/unsubscribe/`, request)
  if (!ok) throw new Error(`the number could not be disconnected: ${status}`)
}

/** Sends messages as several customers concurrently until `until` messages are accepted, or the service has ended. */
async function sendUntil(
  until: number,
  {
    accepted,
    onAccepted,
    senders,
    service,
    providerUrl,
  }: {
    readonly accepted: Set<string>
    readonly onAccepted: () => void
    readonly senders: number
    readonly service: ServiceProcess
    readonly providerUrl: string
  },
): Promise<void> {
  const customer = (sender: number) => `44770091${String(sender).padStart(4, '0')}`
  await Promise.all(
    Array.from({ length: senders }, async (_, sender) => {
      for (let n = 0; accepted.size < until && service.running; n++) {
        const response = await fetch(`${providerUrl}/simulator/customers/${customer(sender)}/messages`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ text: `message ${n} of customer ${sender}` }),
        }).catch(() => undefined)
        const sent = response?.ok ? v.safeParse(Sent, await response.json().catch(() => undefined)) : undefined
        if (!sent?.success || !sent.output.delivered) continue
        for (const id of sent.output.messageIds) {
          accepted.add(id)
          onAccepted()
        }
      }
    }),
  )
}

type Records = ReadonlyMap<Endpoint, ReadonlyMap<string, string>>

function isComplete(accepted: ReadonlySet<string>, endpoints: readonly Endpoint[], records: Records): boolean {
  return endpoints.every((endpoint) => {
    const arrived = new Set([...endpoint.seen.values()].map(({ waId }) => waId))
    const statuses = [...(records.get(endpoint)?.values() ?? [])]
    return !statuses.includes('pending') && [...accepted].every((waId) => arrived.has(waId))
  })
}

/** What was accepted, received and stored when all work was done. */
interface Outcome {
  readonly accepted: ReadonlySet<string>
  readonly endpoints: readonly Endpoint[]
  readonly records: Records
  readonly messages: number
  readonly kills: number
  /** The exit code of the last process after Ctrl-C. */
  readonly exitCode: number | null
}

function judge({ accepted, endpoints, records, messages, kills, exitCode }: Outcome): Findings {
  const seen = endpoints.flatMap((endpoint) =>
    [...endpoint.seen].map(([id, delivery]) => ({ endpoint, id, ...delivery, name: `${endpoint.path} ${id}` })),
  )
  const idsByMessage = Map.groupBy(seen, ({ endpoint, waId }) => `${endpoint.path} ${waId}`)
  const statuses = [...records.values()].flatMap((record) => [...record.values()])
  const disagrees = endpoints.flatMap((endpoint) =>
    [...(records.get(endpoint) ?? [])].filter(([id, status]) => {
      const arrived = endpoint.seen.get(id)
      return !arrived || status === 'pending' || (status === 'delivered' && !arrived.taken)
    }),
  )
  const count = (status: string) => statuses.filter((one) => one === status).length
  return {
    figures: {
      accepted: accepted.size,
      kills,
      delivered: count('delivered'),
      failed: count('failed'),
      attempts: seen.reduce((sum, { attempts }) => sum + attempts, 0),
    },
    broken: {
      'all messages are accepted': accepted.size < messages ? [`${accepted.size} of ${messages}`] : [],
      'every accepted message arrives at every endpoint': endpoints.flatMap(({ path }) =>
        [...accepted].map((waId) => `${path} ${waId}`).filter((message) => !idsByMessage.has(message)),
      ),
      'a message has one delivery id at an endpoint': [...idsByMessage]
        .filter(([, deliveries]) => deliveries.length > 1)
        .map(([message]) => message),
      'all attempts of a delivery have the same body': seen
        .filter(({ bodies }) => bodies.size > 1)
        .map(({ name }) => name),
      'records agree with the endpoints': [
        ...disagrees.map(([id, status]) => `${id} is ${status}`),
        ...seen
          .filter(({ endpoint, id }) => !records.get(endpoint)?.has(id))
          .map(({ name }) => `${name} is not stored`),
      ],
      'every request is signed': endpoints.flatMap(({ path, wronglySigned }) =>
        wronglySigned.map((id) => `${path} ${id}`),
      ),
      'Ctrl-C ends the service with the exit code 0': exitCode === 0 ? [] : [String(exitCode)],
    },
  }
}
