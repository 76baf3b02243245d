import { type EventName, eventsAbout } from '@messaging/contract/envelope.ts'
import { storedParts } from '../../answering/turns/compose-reply.ts'
import { TurnEntity, type TurnItem } from '../../answering/turns/turn-entity.ts'
import {
  TurnResultEntity,
  type TurnResultItem,
  TurnStepEntity,
  type TurnStepItem,
} from '../../answering/turns/turn-step-entity.ts'
import { findTurn } from '../../answering/turns/turn-store.ts'
import { ConversationEntity, type ConversationItem } from '../../conversations/conversation-entity.ts'
import { deliveriesOf } from '../../conversations/messages/delivery-ids.ts'
import { MessageEntity, type MessageItem } from '../../conversations/messages/message-entity.ts'
import { DeliveryEntity, type DeliveryItem } from '../../deliveries/delivery-entity.ts'
import { readPayloadIds } from '../../deliveries/envelope.ts'
import { firstIdAt } from '../../deliveries/index-range.ts'
import { getPayload } from '../../deliveries/new-delivery.ts'
import { FIRST_SHARD, MOST_SHARDS, shardsOfId } from '../../deliveries/shards.ts'
import { listWebhooksWithLog } from '../../deliveries/webhooks/get-webhook.ts'
import type { WebhookItem } from '../../deliveries/webhooks/webhook-entity.ts'
import { batchGet } from '../../platform/table/batch-get.ts'
import type { TraceTarget } from './find-target.ts'

/** All stored data about the processing of a message. */
export interface Trace {
  readonly organizationId: string
  readonly conversation: ConversationItem | null
  /** The customer's message, and others that the same turn answers. */
  readonly inbound: readonly MessageItem[]
  /** The replies of the turn, or the message that an API client sent. */
  readonly outbound: readonly MessageItem[]
  readonly turn: TurnItem | null
  readonly steps: readonly TurnStepItem[]
  readonly results: readonly TurnResultItem[]
  /** Deliveries of the messages, their originals and replays, and lifecycle events of the conversation in this time. */
  readonly deliveries: readonly DeliveryItem[]
  readonly webhooks: ReadonlyMap<string, WebhookItem>
}

/** Reads the trace of a message, or of the message that caused a delivery. */
export async function getTrace(target: TraceTarget): Promise<Trace> {
  const { organizationId } = target
  const webhooks = await listWebhooksWithLog(organizationId)
  const chain = target.kind === 'delivery' ? await addReplays([target.delivery]) : []
  const cause = target.kind === 'message' ? target : await causeOf(chain)
  const { conversationId, messageId } = cause
  const [{ data: conversation }, { data: message }] = await Promise.all([
    conversationId ? ConversationEntity.get({ organizationId, id: conversationId }).go() : { data: null },
    conversationId && messageId
      ? MessageEntity.get({ organizationId, conversationId, id: messageId }).go({ consistent: true })
      : { data: null },
  ])
  const said = message ? await readSaid(message) : NOTHING_SAID
  const known = new Set(chain.map(({ id }) => id))
  const keys = [...said.inbound, ...said.outbound].flatMap(deliveriesOf).filter(({ id }) => !known.has(id))
  const deliveries = [...chain, ...(await addReplays(await listDeliveriesOf(keys)))]
  const lifecycle = message && conversationId ? await listLifecycle(webhooks, conversationId, spanOf(said)) : []
  return {
    organizationId,
    conversation,
    ...said,
    deliveries: [...new Map([...deliveries, ...lifecycle].map((one) => [one.id, one])).values()],
    webhooks: new Map(webhooks.map((webhook) => [webhook.id, webhook])),
  }
}

/** Returns the ids in the payload of a delivery, which its replays share. Empty for a test event. */
async function causeOf([delivery]: readonly DeliveryItem[]) {
  return delivery ? readPayloadIds(await getPayload(delivery)) : {}
}

type Said = Pick<Trace, 'inbound' | 'outbound' | 'turn' | 'steps' | 'results'>
const NOTHING_SAID: Said = { inbound: [], outbound: [], turn: null, steps: [], results: [] }

async function readSaid(message: MessageItem): Promise<Said> {
  const { organizationId, conversationId, id, direction, turnId = id } = message
  const turn =
    direction === 'inbound'
      ? await findTurn({ organizationId, conversationId, id: turnId })
      : await turnThatSent(message)
  if (!turn) return { ...NOTHING_SAID, [direction]: [message] }
  const ofTurn = { organizationId, conversationId, turnId: turn.id }
  const parts = storedParts.parse(turn.reply ?? '[]', turn.format)
  const ids = [...turn.covers, ...parts.map((part) => part.id)].filter((one) => one !== id)
  const [others, steps, results] = await Promise.all([
    batchGet(
      ids.map((one) => ({ organizationId, conversationId, id: one })),
      (keys) => MessageEntity.get(keys).go({ consistent: true }),
    ),
    TurnStepEntity.query.byTurn(ofTurn).go({ pages: 'all', consistent: true }),
    TurnResultEntity.query.byTurn(ofTurn).go({ pages: 'all', consistent: true }),
  ])
  const messages = [message, ...others].toSorted((a, b) => a.id.localeCompare(b.id))
  return {
    inbound: messages.filter((one) => one.direction === 'inbound'),
    outbound: messages.filter((one) => one.direction === 'outbound'),
    turn,
    steps: steps.data,
    results: results.data,
  }
}

/** Number of turns to search. Ids of turns are those of messages, and the id of a reply is greater. */
const LATEST_TURNS = 20

async function turnThatSent({ organizationId, conversationId, id }: MessageItem): Promise<TurnItem | null> {
  const { data } = await TurnEntity.query
    .byId({ organizationId, conversationId })
    .lte({ id })
    .go({ order: 'desc', limit: LATEST_TURNS })
  return data.find(({ reply }) => reply?.includes(id)) ?? null
}

/** Returns the time from the first message to the end of the turn. */
function spanOf({ inbound, outbound, turn }: Said): { readonly from: number; readonly to: number } {
  const times = [...inbound, ...outbound].map(({ takenAt }) => takenAt)
  const ends = [turn?.finishedAt ?? 0, ...inbound.map(({ answeredAt = 0 }) => answeredAt)]
  return { from: Math.min(...times), to: Math.max(...times, ...ends) }
}

interface DeliveryKey {
  readonly webhookId: string
  readonly id: string
}

const SHORTEST_SPAN_MILLISECONDS = 60_000
/** Limits the read of deliveries that were replayed many times. */
const MOST_REPLAYS = 50

async function listDeliveriesOf(keys: readonly DeliveryKey[]): Promise<DeliveryItem[]> {
  return await batchGet(
    keys.flatMap(({ webhookId, id }) => shardsOfId(id, MOST_SHARDS).map((shard) => ({ webhookId, shard, id }))),
    (some) => DeliveryEntity.get(some).go({ consistent: true }),
  )
}

/** Adds originals and replays. A failed delivery stores its latest replay only; a replay stores its original. */
async function addReplays(deliveries: readonly DeliveryItem[]): Promise<DeliveryItem[]> {
  const found = new Map(deliveries.map((delivery) => [delivery.id, delivery]))
  for (let latest = deliveries; latest.length > 0 && found.size < deliveries.length + MOST_REPLAYS; ) {
    const keys = latest.flatMap(({ webhookId, originId, replayedAs }) =>
      [originId, replayedAs].flatMap((id) => (id === undefined || found.has(id) ? [] : { webhookId, id })),
    )
    latest = await listDeliveriesOf(keys)
    for (const delivery of latest) found.set(delivery.id, delivery)
  }
  return [...found.values()]
}

/** Lists lifecycle events in a time range, from at most 1 MB of each webhook's log. Payloads are inline. */
async function listLifecycle(
  webhooks: readonly WebhookItem[],
  conversationId: string,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<DeliveryItem[]> {
  const until = Math.max(to, from + SHORTEST_SPAN_MILLISECONDS)
  const pages = await Promise.all(
    webhooks.map(({ id: webhookId }) =>
      DeliveryEntity.query
        // Lifecycle events are in the first shard, also of a webhook that has more.
        .byId({ webhookId, shard: FIRST_SHARD })
        .between({ id: firstIdAt(from) }, { id: firstIdAt(until + 1) })
        .where(({ payload }, { contains }) => contains(payload, conversationId))
        .go({ pages: 1 }),
    ),
  )
  return pages.flatMap(({ data }) => data.filter(({ event }) => LIFECYCLE.includes(event)))
}

const LIFECYCLE: readonly EventName[] = eventsAbout('conversation')
