import { setTimeout } from 'node:timers/promises'
import type { DeliveryItem } from '@messaging/core/deliveries/deliveries/delivery-entity.ts'
import type { Service } from '@messaging/local/start-service.ts'
import { listen } from '@messaging/simulators/http.ts'
import * as v from 'valibot'
import { signInToDashboard } from '../../dashboard/session.ts'
import { callApi } from '../../support/service.ts'
import { readDeliveries } from '../soak/stored-deliveries.ts'
import { Endpoint } from './endpoint.ts'
import { type Load, type Sent, sendLoad } from './load.ts'

export interface ContentionReport {
  readonly accepted: number
  readonly newConversations: number
  readonly deliveries: number
  readonly delivered: number
  readonly failed: number
  readonly attempts: number
  /** Attempts per second at the endpoint that rejects some requests. */
  readonly attemptsPerSecond: number
  /** Messages that had no response in time. There are none unless the machine is too slow for the load. */
  readonly late: number
  /** All lists below are empty if the service is correct. */
  readonly serverErrors: readonly string[]
  /** Accepted messages that did not arrive at an endpoint that must receive them. */
  readonly missing: readonly string[]
  /** Deliveries whose records differ from the attempts that their endpoint received. */
  readonly unrecorded: readonly string[]
  /** Deliveries with two attempts in flight at the same time. */
  readonly simultaneous: readonly string[]
  /** Deliveries whose status contradicts the responses of their endpoint. */
  readonly contradicted: readonly string[]
  readonly pending: readonly string[]
  /** Webhooks that were disabled by failures although a delivery to them had succeeded in between. */
  readonly disabled: readonly string[]
  /** A difference between the conversations that the API counts and those that were started. */
  readonly miscounted: readonly string[]
  /** Customers whose last message to an agent has no reply. */
  readonly unanswered: readonly string[]
  readonly badSignatures: number
}

export interface ContentionOptions extends Load {
  /** Share of the first endpoint's responses that are 404. */
  readonly refused: number
  /** Milliseconds until the first endpoint responds with 200. */
  readonly latencyMs: number
  /** Ids of webhooks that the service disabled after failures; the caller adds them with `readDisabled`. */
  readonly disabledByFailures: ReadonlySet<string>
  /** From 0 to 1. @default Math.random */
  readonly random?: () => number
  readonly onProgress?: (line: string) => void
  /** Called after the setup of the endpoints, before the load starts. */
  readonly beforeLoad?: () => Promise<void>
  /** Called after the load and its processing, before any data is read. */
  readonly beforeReading?: () => Promise<void>
}

/** Longer than the retries of a delivery that hangs, plus the visibility timeout of a throttled worker. */
const COMPLETION_MILLISECONDS = 300_000

/** Puts a service under load, waits until all work is done, and compares sent, received and stored data. */
export async function contend(service: Service, options: ContentionOptions): Promise<ContentionReport> {
  const { random = Math.random, onProgress = () => {} } = options
  const refusing = new Endpoint('/refusing', () =>
    random() < options.refused ? { status: 404, delayMs: 0 } : { status: 200, delayMs: options.latencyMs },
  )
  const working = new Endpoint('/working', () => ({ status: 200, delayMs: 0 }))
  const hanging = new Endpoint('/hanging', () => undefined)
  const endpoints = [refusing, working, hanging]
  const server = await listen(async (request, response) => {
    const endpoint = endpoints.find(({ path }) => path === request.url)
    if (endpoint) await endpoint.take(request, response)
    else response.writeHead(404).end()
  })
  try {
    const webhooks = await createWebhooks(service, server.url, endpoints)
    const idOf = (endpoint: Endpoint) => webhooks.get(endpoint) ?? ''
    const conversationsBefore = await countConversations(service)
    await options.beforeLoad?.()
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
    const attemptsInLoad = refusing.attempts.length
    onProgress(
      `${sent.accepted.size} messages accepted in ${seconds.toFixed(0)} s; waiting for their deliveries and replies`,
    )
    const read = async () =>
      new Map(
        await Promise.all(
          endpoints.map(async (endpoint) => [endpoint, await readDeliveries(service.dataDir, idOf(endpoint))] as const),
        ),
      )
    await waitUntilDone(service, sent, read)
    await options.beforeReading?.()
    const stored = await read()
    return {
      ...judge(sent, stored, { refusing, working, hanging }, idOf),
      attemptsPerSecond: Math.round(attemptsInLoad / seconds),
      disabled: endpoints.filter((one) => options.disabledByFailures.has(idOf(one))).map(({ path }) => path),
      miscounted: miscounted(sent, (await countConversations(service)) - conversationsBefore),
      unanswered: unanswered(service, sent),
    }
  } finally {
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
    const { status, body } = await session.call('POST', '/v1/webhooks/', {
      name: endpoint.path.slice(1),
      url: `${url}${endpoint.path}`,
      events: ids.size === 0 ? ['message.received'] : ['subscription.message.received'],
      numbers: 'all',
    })
    if (status !== 201) throw new Error(`the webhook ${endpoint.path} was not created: ${status}`)
    const { id, secret } = v.parse(Created, body)
    endpoint.secrets.add(secret)
    ids.set(endpoint, id)
  }
  return ids
}

async function countConversations({ ready }: Service): Promise<number> {
  const { body } = await callApi(ready.baseUrl, ready.apiKey, 'GET', '/conversations/?limit=1')
  return v.parse(v.looseObject({ count: v.number() }), body).count
}

type Stored = ReadonlyMap<Endpoint, readonly DeliveryItem[]>

/** Waits until no delivery is pending and every agent has replied, or the time is up. */
async function waitUntilDone(service: Service, sent: Sent, read: () => Promise<Stored>): Promise<void> {
  const deadline = Date.now() + COMPLETION_MILLISECONDS
  while (Date.now() < deadline) {
    const pending = [...(await read()).values()].flat().some(({ status }) => status === 'pending')
    if (!pending && unanswered(service, sent).length === 0) return
    await setTimeout(1000)
  }
}

interface Endpoints {
  readonly refusing: Endpoint
  readonly working: Endpoint
  readonly hanging: Endpoint
}

function judge(
  sent: Sent,
  stored: Stored,
  { refusing, working, hanging }: Endpoints,
  idOf: (endpoint: Endpoint) => string,
): Omit<ContentionReport, 'attemptsPerSecond' | 'disabled' | 'miscounted' | 'unanswered'> {
  const all = [...stored.values()].flat()
  const attempts = [refusing, working, hanging].flatMap(({ attempts: some }) => some)
  const seen = Map.groupBy(attempts, ({ deliveryId }) => deliveryId)
  const routedTo = (endpoint: Endpoint) => [...(sent.routed.get(idOf(endpoint)) ?? [])]
  // A delivery to a disabled webhook is stored as failed and is not sent.
  const unsent = all.filter(({ cause }) => cause === 'webhook_disabled').map(({ payload }) => payload ?? '')
  const skipped = new Set(unsent.map((payload) => String(JSON.parse(payload).message?.waId)))
  return {
    accepted: sent.accepted.size,
    newConversations: sent.customers.size,
    deliveries: all.length,
    delivered: all.filter(({ status }) => status === 'delivered').length,
    failed: all.filter(({ status }) => status === 'failed').length,
    attempts: attempts.length,
    serverErrors: sent.serverErrors,
    late: sent.late,
    missing: [
      ...[...sent.accepted]
        .filter((id) => !refusing.messages.has(id) && !skipped.has(id))
        .map((id) => `refusing ${id}`),
      ...[working, hanging].flatMap((endpoint) =>
        routedTo(endpoint)
          .filter((id) => !endpoint.messages.has(id))
          .map((id) => `${endpoint.path} ${id}`),
      ),
    ],
    unrecorded: [
      ...all
        .filter(({ id, attemptCount }) => (seen.get(id)?.length ?? 0) !== attemptCount)
        .map(({ id, attemptCount }) => `${id}: ${seen.get(id)?.length ?? 0} made, ${attemptCount} recorded`),
      ...[...seen.keys()].filter((id) => !all.some((one) => one.id === id)).map((id) => `${id} is not stored`),
    ],
    simultaneous: [...seen].filter(([, some]) => overlap(some)).map(([id]) => id),
    contradicted: all.flatMap(({ id, status }) => {
      const succeeded = seen.get(id)?.some((attempt) => attempt.status === 200) ?? false
      return (status === 'delivered') === succeeded ? [] : [`${id} is ${status}`]
    }),
    pending: all.filter(({ status }) => status === 'pending').map(({ id }) => id),
    badSignatures: [refusing, working, hanging].reduce((sum, { badSignatures }) => sum + badSignatures, 0),
  }
}

function overlap(attempts: Endpoint['attempts']): boolean {
  return attempts.some((attempt, index) => {
    const next = attempts[index + 1]
    return next !== undefined && (attempt.endedAt ?? Number.POSITIVE_INFINITY) > next.beganAt
  })
}

function miscounted({ customers }: Sent, counted: number): string[] {
  return customers.size === counted ? [] : [`${customers.size} conversations were started, ${counted} are counted`]
}

function unanswered({ provider }: Service, { agentCustomers }: Sent): string[] {
  return [...agentCustomers]
    .filter(([customer, writtenAt]) => !provider.sent.some((one) => one.customer === customer && one.at >= writtenAt))
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

/** Adds the webhook that a log line reports as disabled after failures. */
export function readDisabled(line: string, webhookIds: Set<string>): void {
  const parsed = v.safeParse(Disabled, line)
  if (parsed.success) webhookIds.add(parsed.output.webhookId)
}
