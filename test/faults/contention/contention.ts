import { setTimeout } from 'node:timers/promises'
import type { LoadSettings } from '@replywright/cloud/faults'
import type { DeliveryItem } from '@replywright/core/deliveries/delivery-entity.ts'
import type { Service } from '@replywright/local/start-service.ts'
import { listen } from '@replywright/simulators/http.ts'
import * as v from 'valibot'
import type { Findings } from '../../bench/judge.ts'
import { signInToDashboard } from '../../dashboard/session.ts'
import { callApi } from '../../support/service.ts'
import { readDeliveries } from '../soak/stored-deliveries.ts'
import { Endpoint } from './endpoint.ts'
import { judge } from './findings.ts'
import { type Load, type Sent, type SentMessage, sendLoad } from './load.ts'
import { QueuedDeliveries } from './queued-deliveries.ts'

export interface ContentionOptions extends Load {
  /** Share of the first endpoint's responses that are 404. */
  readonly refused: number
  /** Milliseconds until the first endpoint responds with 200. */
  readonly latencyMs: number
  /** What the database does during the load. */
  readonly dynamodbLoad: LoadSettings
  /** The share of calls to SQS by functions that are duplicated during the load. @default 0 */
  readonly duplicated?: number
  /** Has read all log lines of the service. */
  readonly log: ContentionLog
  readonly onProgress?: (line: string) => void
}

/** Longer than the retries of a delivery that hangs, plus the visibility timeout of a throttled worker. */
const COMPLETION_MILLISECONDS = 300_000

/** Puts a service under load, waits until all work is done, and judges what was sent, received and stored. */
export async function contend(service: Service, options: ContentionOptions): Promise<Findings> {
  const { onProgress = () => {}, log } = options
  const { faults, dynamodbLoad } = service.cloud
  const refusing = new Endpoint('/refusing', () =>
    Math.random() < options.refused ? { status: 404, delayMs: 0 } : { status: 200, delayMs: options.latencyMs },
  )
  const working = new Endpoint('/working', () => ({ status: 200, delayMs: 0 }))
  const hanging = new Endpoint('/hanging', () => undefined)
  const endpoints = [refusing, working, hanging]
  const server = await listen(async (request, response) => {
    const endpoint = endpoints.find(({ path }) => path === request.url)
    if (endpoint) await endpoint.take(request, response)
    else response.writeHead(404).end()
  })
  const queued = new QueuedDeliveries()
  const stopWatching = faults.watch((call) => queued.add(call))
  try {
    const webhooks = await createWebhooks(service, server.url, endpoints)
    const idOf = (endpoint: Endpoint) => webhooks.get(endpoint) ?? ''
    const conversationsBefore = await countConversations(service)
    await dynamodbLoad.set(options.dynamodbLoad)
    const duplicates = faults.plan({
      service: 'sqs',
      action: 'SendMessageBatch',
      where: () => Math.random() < (options.duplicated ?? 0),
      nth: 1,
      times: Number.POSITIVE_INFINITY,
      kind: 'duplicate',
    })
    const began = Date.now()
    const sent = await sendLoad(
      service,
      {
        refusing: { id: idOf(refusing), endpoint: refusing },
        working: { id: idOf(working) },
        hanging: { id: idOf(hanging) },
      },
      options,
    )
    const seconds = (Date.now() - began) / 1000
    const attemptsPerSecond = Math.round(refusing.attempts.length / seconds)
    onProgress(
      `${sent.messages.length} messages sent in ${seconds.toFixed(0)} s; waiting for their deliveries and replies`,
    )
    const read = async () =>
      new Map(
        await Promise.all(
          endpoints.map(async (endpoint) => [endpoint, await readDeliveries(service.dataDir, idOf(endpoint))] as const),
        ),
      )
    await waitUntilDone(service, sent, read)
    await dynamodbLoad.set({
      transactionHoldMs: undefined,
      indexLagMs: undefined,
      staleReadMs: undefined,
      partition: undefined,
    })
    duplicates.cancel()
    for (const call of duplicates.fired) queued.add(call)
    const accepted = acceptedOf(service, sent)
    return await judge({
      sent,
      accepted,
      attemptsPerSecond,
      stored: await read(),
      refusing,
      hanging,
      routed: new Map([working, hanging].map((endpoint) => [idOf(endpoint), endpoint])),
      messagesOf: (deliveryId) => queued.messagesOf(deliveryId),
      counted: (await countConversations(service)) - conversationsBefore,
      unanswered: unanswered(service, accepted),
      disabled: [refusing, working].filter((one) => log.disabled.has(idOf(one))).map(({ path }) => path),
      deliverer: service.cloud.resource('Deliver', 'AWS::Lambda::Function').physicalId,
      ended: log.ended,
    })
  } finally {
    stopWatching()
    await server.close()
  }
}

const Created = v.looseObject({ id: v.string(), secret: v.string() })

async function createWebhooks(
  service: Service,
  url: string,
  endpoints: readonly Endpoint[],
): Promise<Map<Endpoint, string>> {
  const session = await signInToDashboard(service)
  const ids = new Map<Endpoint, string>()
  for (const endpoint of endpoints) {
    const began = Date.now()
    const { status, body } = await session.call('POST', '/v1/webhooks/', {
      name: endpoint.path.slice(1),
      url: `${url}${endpoint.path}`,
      events: ids.size === 0 ? ['message.received'] : ['subscription.message.received'],
      numbers: 'all',
    })
    if (status !== 201) throw new Error(`the webhook ${endpoint.path} was not created: ${status}`)
    const { id, secret } = v.parse(Created, body)
    endpoint.secrets.add(secret, began, Date.now())
    ids.set(endpoint, id)
  }
  return ids
}

async function countConversations({ ready }: Service): Promise<number> {
  const { body } = await callApi(ready.baseUrl, ready.apiKey, 'GET', '/conversations/?limit=1')
  return v.parse(v.looseObject({ count: v.number() }), body).count
}

type Stored = ReadonlyMap<Endpoint, readonly DeliveryItem[]>

/** Waits until the provider has posted all messages, no delivery is pending, and every agent has replied, or the time is up. */
async function waitUntilDone(service: Service, sent: Sent, read: () => Promise<Stored>): Promise<void> {
  const deadline = Date.now() + COMPLETION_MILLISECONDS
  while (Date.now() < deadline) {
    const accepted = acceptedOf(service, sent)
    const pending = [...(await read()).values()].flat().some(({ status }) => status === 'pending')
    if (accepted.length === sent.messages.length && !pending && unanswered(service, accepted).length === 0) return
    await setTimeout(1000)
  }
}

/** Returns the messages whose posts the ingress has accepted, at the first attempt or later. */
function acceptedOf({ provider }: Service, { messages }: Sent): SentMessage[] {
  const open = provider.webhooks.filter(({ delivered }) => !delivered)
  return messages.filter(({ id }) => !open.some(({ body }) => body.includes(id)))
}

/** Returns the customers whose last accepted message to an agent has no reply. */
function unanswered({ provider }: Service, accepted: readonly SentMessage[]): string[] {
  const asked = new Map(
    accepted.filter(({ routedTo }) => routedTo === 'agent').map(({ customer, at }) => [customer, at]),
  )
  return [...asked]
    .filter(([customer, at]) => !provider.sent.some((one) => one.customer === customer && one.at >= at))
    .map(([customer]) => customer)
}

const Disabled = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({
    event: v.literal('webhook.disabled'),
    reason: v.literal('consecutive_failures'),
    webhookId: v.string(),
  }),
)

/** The line of an execution environment. Event source mappings repeat its text in theirs. */
const TIMED_OUT = /^\S+ \S+ Task timed out after /

/** What the log of a service says about a run. Pass `read` as the `log` of the service. */
export class ContentionLog {
  /** Ids of webhooks that were disabled after failures. */
  readonly disabled = new Set<string>()
  /** By function: the invocations that ended at their time limit. */
  readonly ended = new Map<string, number>()

  readonly read = ({ function: name, line }: { readonly function: string; readonly line: string }): void => {
    const parsed = v.safeParse(Disabled, line)
    if (parsed.success) this.disabled.add(parsed.output.webhookId)
    if (TIMED_OUT.test(line)) this.ended.set(name, (this.ended.get(name) ?? 0) + 1)
  }
}
