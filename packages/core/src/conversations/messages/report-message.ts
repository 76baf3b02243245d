import type { Envelope } from '@replywright/contract/envelope.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import type { ChannelError } from '../../channel/port.ts'
import { DeliveryEntity } from '../../deliveries/delivery-entity.ts'
import { messageSentEnvelope, messageStatusEnvelope } from '../../deliveries/envelope.ts'
import { type NewDelivery, newDelivery, writeDelivery, writePayload } from '../../deliveries/new-delivery.ts'
import { findWebhook } from '../../deliveries/webhooks/webhook-entity.ts'
import { DAY_MILLISECONDS, expiryAfter } from '../../platform/clock.ts'
import { InternalError } from '../../platform/errors.ts'
import { recentRetention } from '../../platform/retention.ts'
import { capabilityKey } from '../../platform/secrets/secrets.ts'
import { CONFLICT_TRIES, retryConflict, transact } from '../../platform/table/transact.ts'
import { type ConversationItem, findConversation } from '../conversation-entity.ts'
import { MEDIA_CAPABILITY } from '../media/media-token.ts'
import { MessageEntity, type MessageItem } from './message-entity.ts'
import { deliveryIdOf } from './message-ids.ts'
import { eventMessage } from './message-view.ts'

/** DynamoDB allows 100 writes in a transaction: the message and its events. 50 webhooks can receive two events each. */
const MOST_EVENTS = 99

/** A change of an outbound message. */
export interface MessageChange {
  readonly set: Partial<
    Pick<
      MessageItem,
      'waId' | 'status' | 'acceptedAt' | 'error' | 'refused' | 'pricing' | 'charge' | 'markedBy' | 'markedAt'
    >
  >
  readonly remove?: readonly ('error' | 'refused' | 'markedBy' | 'markedAt')[]
  readonly reported?: NonNullable<MessageItem['statuses']>[number]
  readonly providerCode?: number | null
}

/**
 * Changes an outbound message together with the events for the webhooks in its `reportTo`, in one write. `decide`
 * returns the change of the stored message, or undefined for none; it decides again after a concurrent change. Returns
 * the message as it is stored then.
 */
export async function changeAndReport(
  message: MessageItem,
  decide: (stored: MessageItem) => MessageChange | undefined,
  now: EpochMs,
): Promise<MessageItem> {
  let stored = message
  return await retryConflict(CONFLICT_TRIES, 'The message was changed concurrently. Try again.', async () => {
    const change = decide(stored)
    if (!change) return stored
    const after = { ...without(stored, change.remove), ...change.set }
    const events = await outboundDeliveries(stored, after, now, change.providerCode)
    const isWritten = await write(stored, change, events)
    stored = isWritten ? after : await getMessage(stored)
    return isWritten ? stored : undefined
  })
}

function without(message: MessageItem, names: MessageChange['remove'] = []): MessageItem {
  return { ...message, ...Object.fromEntries(names.map((name) => [name, undefined])) }
}

async function write(
  { organizationId, conversationId, id, status, acceptedAt, resentAt }: MessageItem,
  { set, remove = [], reported }: MessageChange,
  all: readonly NewDelivery[],
): Promise<boolean> {
  const [first, events] = [all.slice(0, -MOST_EVENTS), all.slice(-MOST_EVENTS)]
  // `message.sent`, whose id derives from the stored message: a repeated run does not send it twice.
  await Promise.all([...first.map(writeDelivery), ...events.map(writePayload)])
  return await transact({ messages: MessageEntity, deliveries: DeliveryEntity }, ({ messages, deliveries }) => [
    messages
      .patch({ organizationId, conversationId, id })
      .set(set)
      .append(reported ? { statuses: [reported] } : {})
      .remove([...remove])
      .where((stored, { eq, notExists }) =>
        [
          status === undefined ? notExists(stored.status) : eq(stored.status, status),
          acceptedAt === undefined ? notExists(stored.acceptedAt) : eq(stored.acceptedAt, acceptedAt),
          // Sending it once more changes nothing else.
          resentAt === undefined ? notExists(stored.resentAt) : eq(stored.resentAt, resentAt),
        ].join(' AND '),
      )
      .commit(),
    ...events.map(({ delivery }) => deliveries.create(delivery).commit()),
  ])
}

async function getMessage({ organizationId, conversationId, id }: MessageItem): Promise<MessageItem> {
  const { data } = await MessageEntity.get({ organizationId, conversationId, id }).go({ consistent: true })
  if (!data) throw new InternalError(`message ${id} was deleted concurrently`)
  return data
}

/**
 * Builds the deliveries of a change of an outbound message: for the webhooks in its `reportTo` that are still
 * subscribed to the event. Their ids derive from the message, the event and the time of the change.
 */
async function outboundDeliveries(
  before: Reported,
  after: MessageItem,
  now: EpochMs,
  providerCode: number | null = null,
): Promise<NewDelivery[]> {
  const { organizationId, conversationId, reportTo = [] } = after
  const events = outboundEvents(before, after, now)
  if (events.length === 0 || reportTo.length === 0) return []
  const [found, conversation, { deliveryDays }] = await Promise.all([
    Promise.all(reportTo.map((webhookId) => findWebhook(organizationId, webhookId))),
    // A new conversation may have just been written.
    findConversation(organizationId, conversationId),
    recentRetention(organizationId, now),
  ])
  if (!conversation) return []
  const webhooks = found.filter((webhook) => webhook !== null)
  const wanted = events.filter(({ event }) => webhooks.some((webhook) => webhook.events.includes(event)))
  const built = wanted.map(async ({ event, at }) => {
    const envelope = await envelopeOf(event, at, conversation, after, providerCode)
    const payload = JSON.stringify(envelope)
    return webhooks
      .filter((webhook) => webhook.events.includes(event))
      .map(({ id: webhookId, shards }) => {
        const id = deliveryIdOf(after, { webhookId, event }, at)
        const days = daysWithMessage(at, deliveryDays, after)
        // A refused message can be sent again, and then has another time.
        const isIndexed = after.refused || expiryAfter(at, days) > after.expiresAt
        return newDelivery({
          id,
          organizationId,
          ...(isIndexed && { conversationId }),
          webhookId,
          event,
          payload,
          at,
          deliveryDays: days,
          shards,
        })
      })
  })
  return (await Promise.all(built)).flat()
}

/** Longer than all retries of a delivery. */
const RETRY_DAYS = 2

/**
 * Returns the days for which a delivery of an event at `at` is kept: it expires with its message, but not before its
 * retries are over.
 */
export function daysWithMessage(
  at: EpochMs,
  deliveryDays: number,
  { expiresAt }: Pick<MessageItem, 'expiresAt'>,
): number {
  const daysLeft = Math.floor((expiresAt * 1000 - at) / DAY_MILLISECONDS)
  return Math.min(deliveryDays, Math.max(RETRY_DAYS, daysLeft))
}

async function envelopeOf(
  event: 'message.sent' | `message.status.${NonNullable<MessageItem['status']>}`,
  at: EpochMs,
  conversation: ConversationItem,
  message: MessageItem,
  providerCode: ChannelError['providerCode'],
): Promise<Envelope> {
  if (event !== 'message.sent') {
    const { status = 'sent', error, pricing } = message
    return messageStatusEnvelope(status, at, conversation, message, {
      error: error ? { ...error, providerCode } : null,
      pricing,
    })
  }
  const isPrivate = message.media?.some(({ url }) => url === undefined)
  const mediaKey = isPrivate ? await capabilityKey(MEDIA_CAPABILITY, at) : undefined
  return messageSentEnvelope(at, conversation, eventMessage(message, mediaKey), senderOf(message))
}

/** The attributes of a message that its events derive from. */
export type Reported = Partial<Pick<MessageItem, 'status' | 'acceptedAt'>>

type OutboundEvent = 'message.sent' | `message.status.${NonNullable<MessageItem['status']>}`

/**
 * Returns the events of a change of an outbound message: one when the provider accepted it, and one for each status.
 * `at` is the time of the event, from which the ids of its deliveries derive.
 */
export function outboundEvents(
  before: Reported,
  after: Reported & Pick<MessageItem, 'takenAt' | 'refused'>,
  now: EpochMs,
): { readonly event: OutboundEvent; readonly at: EpochMs }[] {
  const { status, acceptedAt, takenAt, refused } = after
  const isAccepted = before.acceptedAt === undefined && acceptedAt !== undefined
  return [
    ...(isAccepted ? [{ event: 'message.sent' as const, at: takenAt }] : []),
    ...(status !== undefined && status !== before.status
      ? [{ event: `message.status.${status}` as const, at: refused ? takenAt : now }]
      : []),
  ]
}

/** Who sent an outbound message. */
export function senderOf({ role, author }: Pick<MessageItem, 'role' | 'author'>) {
  if (role === 'assistant') return 'agent'
  if (author === undefined) return 'phone_app'
  return author.keyName === undefined ? 'person' : 'api'
}
