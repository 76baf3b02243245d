import type { DeliveryItem } from '@replywright/core/deliveries/delivery-entity.ts'
import type { Findings } from '../../bench/judge.ts'
import type { Endpoint } from './endpoint.ts'
import { judgeDelivery } from './judge-delivery.ts'
import type { Sent, SentMessage } from './load.ts'

/** The deliveries of one invocation. */
const BATCH_SIZE = 10

/** What was sent, received and stored when all work was done. */
export interface Outcome {
  readonly sent: Sent
  readonly accepted: readonly SentMessage[]
  /** Attempts at the first endpoint during the load. */
  readonly attemptsPerSecond: number
  /** The deliveries that are stored for each endpoint. */
  readonly stored: ReadonlyMap<Endpoint, readonly DeliveryItem[]>
  /** The endpoints that must receive the messages of their own conversations, by webhook id. */
  readonly routed: ReadonlyMap<string, Endpoint>
  /** The endpoint that must receive all accepted messages. */
  readonly refusing: Endpoint
  /** Returns how many queue messages of a delivery were sent. */
  readonly messagesOf: (deliveryId: string) => number
  /** The conversations that the API counts in addition to those from before. */
  readonly counted: number
  /** Customers whose last message to an agent has no reply. */
  readonly unanswered: readonly string[]
  /** Endpoints that were disabled by failures although a delivery to them had succeeded in between. */
  readonly disabled: readonly string[]
  /** The endpoint that never responds. */
  readonly hanging: Endpoint
  /** The function that makes attempts. */
  readonly deliverer: string
  /** By function: the invocations that ended at their time limit. */
  readonly ended: ReadonlyMap<string, number>
}

/** Judges a run by the rules of deliveries, which hold at any speed of the machine. */
export async function judge(outcome: Outcome): Promise<Findings> {
  const { sent, stored, ended, messagesOf } = outcome
  const endpoints = [...stored.keys()]
  const all = [...stored.values()].flat()
  const ids = new Set(all.map(({ id }) => id))
  const seen = Map.groupBy(
    endpoints.flatMap(({ attempts }) => attempts),
    ({ deliveryId }) => deliveryId,
  )
  const judged = all.map((delivery) => judgeDelivery(delivery, seen.get(delivery.id) ?? [], messagesOf(delivery.id)))
  const linesOf = (rule: keyof (typeof judged)[number]) => judged.flatMap((one) => one[rule])
  const count = (status: DeliveryItem['status']) => all.filter((one) => one.status === status).length
  const endedDeliveries = ended.get(outcome.deliverer) ?? 0
  const endedOthers = sum(ended.values()) - endedDeliveries
  const figures = {
    sent: sent.messages.length,
    accepted: outcome.accepted.length,
    deliveries: all.length,
    delivered: count('delivered'),
    failed: count('failed'),
    attempts: sum([...seen.values()].map(({ length }) => length)),
    'attempts per second': outcome.attemptsPerSecond,
    'simultaneous attempts of copies': linesOf('copied').length,
    late: sent.late,
  }
  const idle = (['accepted', 'delivered', 'failed'] as const).filter((name) => figures[name] === 0)
  return {
    figures,
    broken: {
      'messages are accepted, delivered and rejected': idle.map((name) => `${name}: 0`),
      // A route that ends at its time limit is a 5xx.
      'no response is a 5xx': sent.serverErrors.slice(endedOthers),
      'every accepted message arrives': missing(outcome),
      // A worker that ends at its time limit has not recorded the attempts of its batch, which are repeated.
      'every attempt is recorded': linesOf('unrecorded').slice(BATCH_SIZE * endedDeliveries),
      'a record has the responses of the endpoint': linesOf('invented'),
      'every delivery that arrives is stored': [...seen.keys()].filter((id) => !ids.has(id)),
      'each queue message makes one attempt at a time': linesOf('simultaneous'),
      'a delivery is delivered if an attempt returned 2xx': linesOf('contradicted'),
      'no delivery stays pending': all.filter(({ status }) => status === 'pending').map(({ id }) => id),
      'a working endpoint is not disabled': outcome.disabled,
      'every conversation is counted once': miscounted(outcome),
      'every question has a reply': outcome.unanswered,
      'a secret of its time signs each request': (
        await Promise.all(endpoints.map((endpoint) => endpoint.wronglySigned()))
      ).flat(),
    },
    notes: notesOf(outcome),
  }
}

function missing({ accepted, stored, routed, refusing }: Outcome): string[] {
  const lost = (endpoint: Endpoint, wanted: readonly SentMessage[]) => {
    // A delivery to a disabled webhook is stored as failed and is not sent.
    const unsent = (stored.get(endpoint) ?? []).filter(({ cause }) => cause === 'webhook_disabled')
    const skipped = new Set(unsent.map(({ payload }) => String(JSON.parse(payload ?? '{}').message?.waId)))
    return wanted
      .filter(({ id }) => !endpoint.messages.has(id) && !skipped.has(id))
      .map(({ id }) => `${endpoint.path} ${id}`)
  }
  return [
    ...lost(refusing, accepted),
    ...[...routed].flatMap(([webhookId, endpoint]) =>
      lost(
        endpoint,
        accepted.filter(({ routedTo }) => routedTo === webhookId),
      ),
    ),
  ]
}

/** A message may have started a conversation although the provider received no response. */
function miscounted({ sent: { begun, messages }, accepted, counted }: Outcome): string[] {
  const withCustomersOf = (some: readonly SentMessage[]) =>
    begun.union(new Set(some.map(({ customer }) => customer))).size
  const [least, most] = [withCustomersOf(accepted), withCustomersOf(messages)]
  return least <= counted && counted <= most ? [] : [`${least} to ${most} were started, ${counted} are counted`]
}

/** Says what was late because the machine was too slow for the load. */
function notesOf({ sent, stored, ended, hanging }: Outcome): string[] {
  const withoutResponse = [...stored]
    .filter(([endpoint]) => endpoint !== hanging)
    .flatMap(([, deliveries]) => deliveries.flatMap(({ attempts = [] }) => attempts))
    .filter(({ status }) => status === undefined).length
  const late = [
    ...(sent.late > 0 ? [`${sent.late} requests had no response in time.`] : []),
    ...(withoutResponse > 0 ? [`${withoutResponse} attempts had no response in time.`] : []),
    ...[...ended].map(([name, times]) => `${name} ended at its time limit ${times} times.`),
  ]
  return late.length > 0 ? [`Late, because this machine is too slow for the load: ${late.join(' ')}`] : []
}

function sum(numbers: Iterable<number>): number {
  return [...numbers].reduce((total, one) => total + one, 0)
}
