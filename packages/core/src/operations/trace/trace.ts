import { type EventName, eventsAbout } from '@replywright/contract/envelope.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { validate as isUuid } from 'uuid'
import * as v from 'valibot'
import { storedParts } from '../../answering/turns/compose-reply.ts'
import { findTurn, TurnEntity, type TurnItem } from '../../answering/turns/turn-entity.ts'
import { TurnResultEntity, TurnStepEntity } from '../../answering/turns/turn-steps.ts'
import { NumberOwnershipEntity } from '../../channel/numbers/number-entity.ts'
import { ConversationEntity } from '../../conversations/conversation-entity.ts'
import { searchConversations } from '../../conversations/list-by-activity.ts'
import { findAliasedMessage } from '../../conversations/messages/message-alias-entity.ts'
import { MessageEntity, type MessageItem } from '../../conversations/messages/message-entity.ts'
import { deliveriesOf, type MessageRef } from '../../conversations/messages/message-ids.ts'
import { DeliveryEntity, type DeliveryItem } from '../../deliveries/delivery-entity.ts'
import { originOf } from '../../deliveries/excerpt.ts'
import { findDelivery } from '../../deliveries/get-delivery.ts'
import { firstIdAt } from '../../deliveries/index-range.ts'
import { getPayload } from '../../deliveries/new-delivery.ts'
import { FIRST_SHARD, MOST_SHARDS, shardsOfId } from '../../deliveries/shards.ts'
import { listWebhooksWithLog, type WebhookItem } from '../../deliveries/webhooks/webhook-entity.ts'
import { DAY_MILLISECONDS } from '../../platform/clock.ts'
import { batchGet } from '../../platform/table/batch-get.ts'
import { table } from '../../platform/table/table.ts'
import { type StoredTrace, type TraceEvent, timeLine } from './time-line.ts'

/** All stored data about the processing of a message, and its events by time. */
export interface Trace extends StoredTrace {
  readonly events: readonly TraceEvent[]
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
  const stored = {
    organizationId,
    conversation,
    ...said,
    deliveries: [...new Map([...deliveries, ...lifecycle].map((one) => [one.id, one])).values()],
    webhooks: new Map(webhooks.map((webhook) => [webhook.id, webhook])),
  }
  return { ...stored, events: timeLine(stored) }
}

/** Returns the ids in the payload of a delivery, which its replays share. Empty for a test event. */
async function causeOf([delivery]: readonly DeliveryItem[]) {
  const origin = delivery && originOf({ payload: await getPayload(delivery) })
  return { conversationId: origin?.conversationId, messageId: origin?.messageId ?? undefined }
}

type Said = Pick<StoredTrace, 'inbound' | 'outbound' | 'turn' | 'steps' | 'results'>
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
function spanOf({ inbound, outbound, turn }: Said): { readonly from: EpochMs; readonly to: EpochMs } {
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
  { from, to }: { readonly from: EpochMs; readonly to: EpochMs },
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

/** The message or delivery of an id. */
export type TraceTarget = { readonly organizationId: string } & (
  | ({ readonly kind: 'message' } & MessageRef)
  | { readonly kind: 'delivery'; readonly delivery: DeliveryItem }
)

interface Search {
  readonly now: EpochMs
  /** Called with the number of conversations that were searched. */
  readonly onProgress: (conversations: number) => void
}

/** Number of organisations whose deliveries are searched concurrently. */
const ORGANIZATIONS_AT_ONCE = 10
/** Messages are searched by the provider's id for this time. */
const SENT_DAYS = 30

/**
 * Finds the message or delivery of an id in some organisations. The id is that of a delivery, of a message (also the id
 * of its turn), or the provider's message id. Deliveries are searched for each webhook. No index maps a message's id to
 * its conversation, so all conversations are searched, latest activity first. A message id of the service costs half a
 * read unit for each conversation. A provider's id costs reading all messages of the last 30 days.
 */
export async function findTarget(
  id: string,
  organizationIds: readonly string[],
  search: Search,
): Promise<TraceTarget | undefined> {
  const isOurs = isUuid(id)
  for (let start = 0; start < organizationIds.length; start += ORGANIZATIONS_AT_ONCE) {
    const some = organizationIds.slice(start, start + ORGANIZATIONS_AT_ONCE)
    const find = isOurs ? findAsDelivery : findAsSent
    const [found] = (await Promise.all(some.map((organizationId) => find(organizationId, id, search.now)))).flat()
    if (found) return found
  }
  let looked = 0
  const findIn = isOurs ? findById : findByWaId
  for (const organizationId of organizationIds) {
    const found = await searchConversations(
      organizationId,
      (conversationIds) => findIn(organizationId, conversationIds, id, search.now),
      (conversations) => {
        looked += conversations
        search.onProgress(looked)
      },
    )
    if (found) return { kind: 'message', organizationId, ...found }
  }
  return undefined
}

/** Finds the message with an id of the service in some conversations. */
async function findById(
  organizationId: string,
  conversationIds: readonly string[],
  id: string,
): Promise<MessageRef | undefined> {
  const keys = conversationIds.map((conversationId) => ({ organizationId, conversationId, id }))
  const [message] = await batchGet(keys, (some) => MessageEntity.get(some).go({ concurrency: 5 }))
  return message && { conversationId: message.conversationId, messageId: id }
}

/** Finds the message of the last 30 days with a provider's id in some conversations. */
async function findByWaId(
  organizationId: string,
  conversationIds: readonly string[],
  waId: string,
  now: EpochMs,
): Promise<MessageRef | undefined> {
  for (const conversationId of conversationIds) {
    const { data } = await MessageEntity.query
      .byId({ organizationId, conversationId })
      .gte({ id: firstIdAt(now - SENT_DAYS * DAY_MILLISECONDS) })
      .where((attributes, { eq }) => eq(attributes.waId, waId))
      .go({ pages: 'all', order: 'desc' })
    if (data[0]) return { conversationId, messageId: data[0].id }
  }
  return undefined
}

async function findAsDelivery(organizationId: string, id: string, now: EpochMs): Promise<TraceTarget[]> {
  const found = await findDelivery(organizationId, id, now)
  return found ? [{ kind: 'delivery', organizationId, delivery: found.delivery }] : []
}

/** Finds a message that was not sent by an agent, by the provider's id. */
async function findAsSent(organizationId: string, waId: string): Promise<TraceTarget[]> {
  const { data: numbers } = await NumberOwnershipEntity.query.byOrganization({ organizationId }).go({ pages: 'all' })
  const found = await Promise.all(
    numbers.map(({ phoneNumberId }) => findAliasedMessage({ organizationId, phoneNumberId, waId })),
  )
  return found.flatMap((target) =>
    target
      ? [{ kind: 'message', organizationId, conversationId: target.conversationId, messageId: target.messageId }]
      : [],
  )
}

const Units = v.object({ CapacityUnits: v.number() })
const Consumed = v.object({ ConsumedCapacity: v.optional(v.union([v.array(Units), Units]), []) })

/** Counts the capacity units of all later calls of the table. Returns a function that returns the current count. */
export function countUnits(): () => number {
  let units = 0
  table.client.middlewareStack.add(
    (next) => async (args) => {
      const result = await next({ ...args, input: { ...args.input, ReturnConsumedCapacity: 'TOTAL' } })
      for (const { CapacityUnits } of [v.parse(Consumed, result.output).ConsumedCapacity].flat()) units += CapacityUnits
      return result
    },
    { step: 'initialize', name: 'countUnits' },
  )
  return () => units
}
