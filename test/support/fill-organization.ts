import { USUAL_EVENTS } from '@replywright/contract/envelope.ts'
import { MAX_DELIVERY_DAYS } from '@replywright/contract/retention.ts'
import { ENTRY_LAG_MILLISECONDS, LIST_SHARDS } from '@replywright/core/conversations/activity-pages.ts'
import { ConversationEntity, type ConversationItem } from '@replywright/core/conversations/conversation-entity.ts'
import { CustomerEntity } from '@replywright/core/conversations/customers/customer-entity.ts'
import { NameEntity } from '@replywright/core/conversations/customers/name-entity.ts'
import { CONVERSATIONS, conversationsOf } from '@replywright/core/conversations/customers/new-conversation.ts'
import { MessageEntity } from '@replywright/core/conversations/messages/message-entity.ts'
import { previewOf } from '@replywright/core/conversations/messages/preview.ts'
import { DeliveryEntity } from '@replywright/core/deliveries/delivery-entity.ts'
import { messageEnvelope } from '@replywright/core/deliveries/envelope.ts'
import { failedEntry } from '@replywright/core/deliveries/index-range.ts'
import { FIRST_SHARD } from '@replywright/core/deliveries/shards.ts'
import { derivedId, derivedTimeId, expiryAfter } from '@replywright/core/platform/clock.ts'
import { CounterShardEntity, counterShard } from '@replywright/core/platform/paging/counter-entity.ts'
import { settings } from '@replywright/core/platform/settings.ts'
import type { Service } from '@replywright/local/start-service.ts'
import { actAsAdministrator } from './administrator.ts'
import { pick, sampleMessage, sampleName, sampleQuestion, sampleReply } from './sample-data.ts'
import { storedItems } from './stored-items.ts'
import { batchWriter } from './write-batches.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** The first this many conversations were active within the last hour, the others before. */
const ACTIVE_NOW = 60

export interface Filling {
  /** @default 0 */
  readonly conversations?: number
  /** The messages of each conversation besides its last one. @default 1 */
  readonly messages?: number
  /** Deliveries over the last 30 days, to the first demo webhook. @default 0 */
  readonly deliveries?: number
  /** The time of the newest activity, milliseconds since the epoch. @default now */
  readonly now?: number
}

export interface Filled {
  readonly organizationId: string
  /** Ids of the first 1,000 conversations, newest activity first. */
  readonly conversations: readonly string[]
}

/**
 * Fills the demo organisation of a running service with realistic data, as after months of use: conversations with
 * names in many scripts, files, unread messages, customers who wait for a person and takeovers; deliveries of all
 * events with retries and failures. Equal arguments write equal data. Writes to the table directly, about 2,000 items
 * a second, and sends nothing. Use it in tests and benches, and to look at the dashboard:
 *
 *     const { conversations } = await fillOrganization(service, { conversations: 1_000, deliveries: 10_000 })
 */
export async function fillOrganization(
  service: Service,
  { conversations = 0, messages = 1, deliveries = 0, now = Date.now() }: Filling,
): Promise<Filled> {
  // The entities read the name of the table.
  actAsAdministrator(service)
  const { cloud, ready } = service
  const organizationId = derivedId('demo organization', 'Demo')
  const [sender] = ready.numbers
  if (!sender) throw new Error('the demo has no number')
  const number = await storedItems(cloud).get(`n#${sender.phoneNumberId}`, 'number')
  if (!number) throw new Error('the number is not stored')
  const place: Place = { ...sender, organizationId, numberId: String(number.id), now }
  const writer = batchWriter(cloud)
  await writer.write(conversationItems(place, conversations, messages))
  if (conversations > 0)
    for (const noun of [CONVERSATIONS, conversationsOf(place.phoneNumberId)])
      await writer.update(
        CounterShardEntity.update({ organizationId, noun, ...counterShard('0') })
          .add({ count: conversations })
          .params(),
      )
  await writer.write(deliveryItems(place, ready.webhook.id, deliveries))
  const shown = Array.from({ length: Math.min(conversations, 1000) }, (_, n) => conversationIdOf(place, n))
  return { organizationId, conversations: shown }
}

interface Place {
  readonly organizationId: string
  readonly numberId: string
  readonly number: string
  readonly phoneNumberId: string
  readonly now: number
}

type Item = Record<string, unknown>

function* conversationItems(place: Place, count: number, messages: number): Generator<Item> {
  for (let n = 0; n < count; n++) {
    const { conversation, stored } = conversationOf(place, n)
    yield ConversationEntity.put(conversation).params().Item
    yield* customerItems(place, conversation)
    yield MessageEntity.put(stored).params().Item
    for (let earlier = 1; earlier <= messages; earlier++) yield earlierMessage(stored, n, earlier)
  }
}

/** Returns the customer of a conversation with their phone number. */
function* customerItems(
  { organizationId, numberId }: Place,
  { id, customerId, contactNumber: value = '' }: ConversationItem,
): Generator<Item> {
  yield NameEntity.put({ organizationId, name: value, owners: [{ customerId, from: 0 }], revision: 1 }).params().Item
  yield CustomerEntity.put({
    organizationId,
    id: customerId,
    names: [{ kind: 'phone', value, from: 0, evidence: 'message' }],
    conversations: [{ numberId, id }],
    revision: 1,
    createdAt: 0,
  }).params().Item
}

export const customerOf = (n: number) => `4477${String(10_000_000 + n)}`
const conversationIdOf = ({ numberId }: Place, n: number) => derivedId('conversation', numberId, customerOf(n))

/** Returns when the `n`-th conversation was active: some per hour at first, older ones farther apart. */
function activityOf(now: number, n: number): number {
  const age = n < ACTIVE_NOW ? (n + 1) * 45_000 + pick(n, 40_000) : 60 * MINUTE + (n - ACTIVE_NOW) * 7 * MINUTE
  return now - age
}

function conversationOf(place: Place, n: number) {
  const { organizationId, phoneNumberId, now } = place
  const id = conversationIdOf(place, n)
  const at = activityOf(now, n)
  const { by, type, text, mimeType } = sampleMessage(n)
  const isCustomer = by === 'customer'
  const stored = {
    organizationId,
    conversationId: id,
    id: derivedTimeId(at, 'message', id, 'last'),
    direction: isCustomer ? ('inbound' as const) : ('outbound' as const),
    ...(!isCustomer && { role: by === 'agent' ? ('assistant' as const) : ('human' as const), status: 'read' as const }),
    waId: `wamid.${id}`,
    type,
    text,
    ...(mimeType && {
      media: [{ id: `media-${n}`, mimeType, url: isCustomer ? undefined : 'https://shop.example.com/file' }],
    }),
    sentAt: at,
    takenAt: at,
    sessionId: id,
    expiresAt: expiryAfter(at, settings.MESSAGE_DAYS),
  }
  const inboundSeq = 1 + pick(n, 9)
  const isUnread = isCustomer && pick(n + 11, 3) === 0
  const conversation: ConversationItem = {
    organizationId,
    id,
    customerId: derivedId('customer', organizationId, customerOf(n)),
    phoneNumberId,
    msgNumber: place.number,
    contactNumber: customerOf(n),
    contactName: sampleName(n),
    sessionId: id,
    routingVersion: 0,
    inboundSeq,
    readSeq: isUnread ? inboundSeq - 1 - pick(n, Math.min(3, inboundSeq)) : inboundSeq,
    lastInboundAt: isCustomer ? at : at - MINUTE,
    lastMessageId: stored.id,
    ...previewOf(stored),
    messageCount: 2,
    ...(pick(n + 5, 40) === 0 && { humanNeededSince: at }),
    ...(pick(n + 6, 45) === 0 && { humanTakeoverUntil: now + DAY }),
    // The index entry is behind the last activity.
    listedAt: at - pick(n, ENTRY_LAG_MILLISECONDS),
    listShard: Number.parseInt(id.slice(-1), 16) % LIST_SHARDS,
    createdAt: at - DAY,
  }
  return { conversation, stored }
}

type Stored = ReturnType<typeof conversationOf>['stored']

function earlierMessage(last: Stored, n: number, earlier: number): Item {
  const at = last.sentAt - earlier * MINUTE
  const isCustomer = earlier % 2 === 1
  return MessageEntity.put({
    organizationId: last.organizationId,
    conversationId: last.conversationId,
    id: derivedTimeId(at, 'message', last.conversationId, String(earlier)),
    direction: isCustomer ? 'inbound' : 'outbound',
    ...(!isCustomer && { role: 'assistant' as const, status: 'read' as const }),
    waId: `wamid.${last.conversationId}.${earlier}`,
    type: 'text',
    text: isCustomer ? sampleQuestion(n + earlier) : sampleReply(n + earlier),
    sentAt: at,
    takenAt: at,
    sessionId: last.sessionId,
    expiresAt: last.expiresAt,
  }).params().Item
}

function* deliveryItems(place: Place, webhookId: string, count: number): Generator<Item> {
  const apart = Math.min(MINUTE, (29 * DAY) / Math.max(count, 1))
  for (let n = 0; n < count; n++) yield deliveryItem(place, webhookId, n, Math.floor(place.now - (n + 1) * apart))
}

/** The delays of the attempts of a delivery after its creation. */
const ATTEMPTS_MS = [40, 10_100, 40_300, 130_600]
const CAUSES = ['server_error', 'timeout', 'dns', 'client_error'] as const

/** Three in a hundred deliveries failed, two succeeded at a later attempt, the others at once. */
function deliveryItem(place: Place, webhookId: string, n: number, createdAt: number): Item {
  const kind = pick(n, 100)
  const hasFailed = kind < 3
  const cause = CAUSES[pick(n, CAUSES.length)] ?? 'server_error'
  const attempts = hasFailed && cause !== 'client_error' ? 4 : kind < 5 ? 2 + pick(n, 3) : 1
  const id = derivedTimeId(createdAt, 'delivery', webhookId, String(n))
  const finishedAt = createdAt + (ATTEMPTS_MS[attempts - 1] ?? 0) + 80
  const event = pick(n, 9) > 0 ? 'message.received' : (USUAL_EVENTS[pick(n + 1, USUAL_EVENTS.length)] ?? 'test.ping')
  return DeliveryEntity.put({
    webhookId,
    shard: FIRST_SHARD,
    id,
    event,
    payload: JSON.stringify(payloadOf(place, event, n, createdAt)),
    createdAt,
    status: hasFailed ? 'failed' : 'delivered',
    attemptCount: attempts,
    roundStart: 0,
    finishedAt,
    attempts: ATTEMPTS_MS.slice(0, attempts).map((delay, index) => {
      const failed = hasFailed || index < attempts - 1
      const status = cause === 'client_error' ? 404 : 503
      return {
        at: createdAt + delay,
        ...(index === 0 && { relayedAfterMs: 20 }),
        durationMs: failed && cause === 'timeout' ? 10_000 : 35 + pick(n + index, 400),
        ...(failed
          ? { cause, ...((cause === 'client_error' || cause === 'server_error') && { status }) }
          : { status: 200 }),
      }
    }),
    ...(hasFailed && { cause, exhausted: attempts === 4, ...failedEntry({ webhookId, id }, finishedAt) }),
    expiresAt: expiryAfter(createdAt, MAX_DELIVERY_DAYS),
  }).params().Item
}

function payloadOf(place: Place, event: (typeof USUAL_EVENTS)[number], n: number, at: number): object {
  const customer = pick(n, 1000)
  const conversationId = conversationIdOf(place, customer)
  const envelope = messageEnvelope(
    'message.received',
    at,
    {
      id: conversationId,
      msgNumber: place.number,
      contactName: sampleName(customer),
      contactNumber: customerOf(customer),
    },
    {
      id: derivedTimeId(at, 'message', conversationId, String(n)),
      waId: `wamid.${n}`,
      body: sampleQuestion(n),
      media: [],
      buttons: [],
      type: 'text',
    },
  )
  return { ...envelope, event }
}
