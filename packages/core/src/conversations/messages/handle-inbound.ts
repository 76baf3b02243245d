import type { EpochMs } from '@replywright/contract/time.ts'
import type { NumberItem } from '../../channel/numbers/number-entity.ts'
import { findNumberWithListeners } from '../../channel/numbers/numbers.ts'
import type { InboundMessage } from '../../channel/port.ts'
import { messageEnvelope, missedCallEnvelope, subscriptionMessageEnvelope } from '../../deliveries/envelope.ts'
import { newDelivery, writeDelivery } from '../../deliveries/new-delivery.ts'
import { recentShards, withShardsRaised } from '../../deliveries/webhooks/raise-shards.ts'
import { listenersToAll } from '../../deliveries/webhooks/view-webhooks.ts'
import { CANARY } from '../../platform/canary.ts'
import { expiryAfter } from '../../platform/clock.ts'
import { InternalError } from '../../platform/errors.ts'
import { log, logBriefly } from '../../platform/log/log.ts'
import { type Retention, recentRetention } from '../../platform/retention.ts'
import { capabilityKey } from '../../platform/secrets/secrets.ts'
import { retryConflict } from '../../platform/table/transact.ts'
import { connectSandbox, wantedAgent } from '../connect-sandbox.ts'
import { followMessage } from '../control/follow-control.ts'
import { subscribersOf } from '../conversation-deliveries.ts'
import type { ConversationItem } from '../conversation-entity.ts'
import type { Names } from '../customers/names.ts'
import { originsOf } from '../customers/origins.ts'
import { changeNames, createConversationOf, findByContact, findKnown } from '../customers/resolve.ts'
import { findRepeated } from '../customers/seen-message.ts'
import { MEDIA_CAPABILITY } from '../media/media-token.ts'
import { isOptOut, setOptedOut } from '../opt-out.ts'
import {
  connectedAgent,
  decideRecipients,
  liveRoute,
  type Recipients,
  type Route,
  sessionInForce,
} from '../routing/effective-route.ts'
import { advanceInbound, toReferral } from './advance-inbound.ts'
import { MessageEntity, type MessageItem } from './message-entity.ts'
import { deliveryIdOf, waIdEnd } from './message-ids.ts'
import { eventMessage } from './message-view.ts'
import { moveMessage } from './move-message.ts'
import { noteUnknownNumber } from './parked-entity.ts'
import { isBeforeConnection, messageIdOf } from './provider-time.ts'
import { turnOut } from './turn-message.ts'

/**
 * Processes a customer's message: stores it, then writes the deliveries it decided on and updates its conversation.
 * Every step derives from the message, so a repeat changes nothing and completes what a crash interrupted. The
 * decisions of the first run are read from the stored message, whatever the current routing is. Returns the stored
 * message, or undefined if no number of an organisation matches. A notice of new names creates no conversation.
 */
export async function handleInbound(
  message: InboundMessage,
  now: EpochMs,
  findNumber = findNumberWithListeners,
): Promise<MessageItem | undefined> {
  const listeners = await findNumber(message.phoneNumberId)
  if (!listeners) {
    await noteUnknownNumber('message', message.phoneNumberId, now)
    return undefined
  }
  const { number } = listeners
  const webhookIds = await listenersOf(number, listeners.webhookIds)
  if (isBeforeConnection(number, message.sentAt)) return ignore('before_connection', message)
  const [conversation, retention] = await Promise.all([
    conversationOf(number, message, now),
    recentRetention(number.organizationId, now),
    // Read now what the deliveries need of these webhooks, which is cached.
    message.fromCustomer ? readListeners(number, webhookIds, now) : undefined,
  ])
  if (conversation === null) return ignore('no_conversation', message)
  if (conversation === 'erased') return ignore('erased', message)
  const route = await liveRoute(number, conversation)
  const wanted = wantedAgent(number, message)
  // Connecting to an agent on the sandbox number is not a message for webhooks.
  const isEvent = message.fromCustomer && wanted === undefined
  const missed = message.isMissedCall ? await subscribersOf(conversation, 'call.missed') : []
  const missedBy = missed.map(({ id }) => id)
  const recipients = isEvent ? await withShards(number, decideRecipients(webhookIds, route, missedBy), now) : []
  const forAgent = wanted === undefined && isForAgent(number, conversation, message, route)
  const first = await storeMessage(conversation, message, { recipients, forAgent, retention }, now)
  const kept = await complete(number, message, { conversation, ...first }, retention, now)
  if (kept === null) return ignore('erased', message)
  const { stored, isNew } = kept
  const { holder, sentAt: at } = message
  if (holder) await followMessage(kept.conversation, { holder, at, cause: stored.id }, now)
  if (wanted !== undefined) await connectSandbox(kept.conversation, stored, wanted)
  const facts = { messageId: stored.id, waIdEnd: waIdEnd(message.waId) }
  // The canary signs with the stored secret: its messages do not show that those of the provider are accepted.
  const isCanary = number.organizationId === CANARY.organizationId
  if (isNew) logBriefly('message.taken', facts, isCanary ? {} : { MessagesTaken: 1 })
  else logBriefly('message.repeated', { ...facts, source: 'provider' }, { Repeats: 1 })
  return stored
}

/** A message in its conversation. */
interface Placed {
  readonly conversation: ConversationItem
  readonly stored: MessageItem
  readonly isNew: boolean
}

/** Conversations that may end one after the other while a message is processed. */
const MOVES = 5

/**
 * Writes what derives from a stored message, and at last counts it in its conversation, on the condition that the conversation
 * exists: what an erasure has cut off must not keep what was written after it. Otherwise the message becomes one of the
 * conversation that the customer has now, and everything is repeated there. Returns null if there is none.
 */
async function complete(
  number: NumberItem,
  message: InboundMessage,
  first: Placed,
  retention: Retention,
  now: EpochMs,
): Promise<Placed | null> {
  let placed = first
  const done = await retryConflict(MOVES, 'The conversation was changed concurrently. Try again.', async () => {
    const { conversation, stored, isNew } = placed
    await writeDerived(number, message, placed, retention, now)
    if (await advanceInbound(number, conversation, message, stored, isNew, now)) return { placed }
    const next = await nextConversation(number, message, now)
    if (next === null) {
      const { organizationId, conversationId, id } = stored
      await MessageEntity.delete({ organizationId, conversationId, id }).go()
      return { placed: null }
    }
    const out = stored.out && turnOut(next, stored.id)
    placed = { conversation: next, ...(await moveMessage(stored, next.id, out)) }
    return undefined
  })
  return done.placed
}

/** Returns the conversation that a customer has after the one in which a message was stored has ended. */
async function nextConversation(
  number: NumberItem,
  message: InboundMessage,
  now: EpochMs,
): Promise<ConversationItem | null> {
  const { change, sentAt } = message
  if (message.fromCustomer) {
    const known = await findKnown(number, namesOf(message), sentAt)
    return known ? sessionInForce(number, known) : await startedBy(number, message, now)
  }
  return change ? await knownTo(number, change.after) : await knownTo(number, namesOf(message), sentAt)
}

/** Creates the conversation of a sender whom `findKnown` does not know. */
async function startedBy(number: NumberItem, message: InboundMessage, now: EpochMs): Promise<ConversationItem> {
  const { contactName, sentAt: at, sharesNumber } = message
  const evidence = sharesNumber ? ('shared_contact' as const) : ('message' as const)
  const start = { at, evidence, activeAt: Math.min(at, now) }
  return await createConversationOf(number, { ...namesOf(message), contactName }, now, start)
}

async function knownTo(number: NumberItem, names: Names, at?: EpochMs): Promise<ConversationItem | null> {
  const found = await findByContact(number, names, at)
  return found && sessionInForce(number, found)
}

function namesOf({ contactNumber, contactUserId, contactParentId, contactUsername }: InboundMessage): Names {
  return { contactNumber, contactUserId, contactParentId, contactUsername }
}

async function writeDerived(
  number: NumberItem,
  message: InboundMessage,
  { conversation, stored }: Placed,
  retention: Retention,
  now: EpochMs,
): Promise<void> {
  const mediaKey = stored.media && (await capabilityKey(MEDIA_CAPABILITY, now))
  await Promise.all([
    message.fromCustomer && !number.sandbox && isOptOut(stored.text)
      ? setOptedOut(number.organizationId, conversation, { optedOut: true, at: stored.takenAt })
      : undefined,
    ...(stored.recipients ?? []).map((recipient) =>
      deliver(conversation, message, stored, recipient, { mediaKey, retention }),
    ),
  ])
}

/**
 * Returns the conversation of a message: the one in which it was stored before, or that of its customer. Null for a notice about
 * nobody who is known; `erased` for a repeat of a message that was erased.
 */
async function conversationOf(
  number: NumberItem,
  message: InboundMessage,
  now: EpochMs,
): Promise<ConversationItem | null | 'erased'> {
  const { sentAt: at, change } = message
  const names = namesOf(message)
  if (change) {
    const changed = await changeNames(number, { ...change, at, evidence: 'notice' }, now)
    return changed?.conversation ? sessionInForce(number, changed.conversation) : null
  }
  if (!message.fromCustomer) return await knownTo(number, names, at)
  const found = await findKnown(number, names, at)
  if (found && at > found.createdAt) return sessionInForce(number, found)
  const repeated = await findRepeated(number, names, message)
  if (repeated === 'erased') return repeated
  if (repeated) return sessionInForce(number, repeated)
  return found ? sessionInForce(number, found) : await startedBy(number, message, now)
}

function ignore(reason: string, { phoneNumberId }: InboundMessage): undefined {
  log('message.ignored', { reason, phoneNumberId })
}

/** Returns whether a message expects a reply and an agent is connected, whose existence the turn checks. */
function isForAgent(
  number: NumberItem,
  conversation: ConversationItem,
  { fromCustomer, opensWindow, awaitsReply = true }: InboundMessage,
  route: Route,
): boolean {
  return fromCustomer && opensWindow && awaitsReply && connectedAgent(number, conversation, route) !== undefined
}

/** What is decided before a message is stored. */
interface Decisions {
  readonly recipients: Recipients
  readonly forAgent: boolean
  readonly retention: Retention
}

/** Stores the message, or returns the stored one: the commit point, so that a repeat reads the stored decisions. */
async function storeMessage(
  conversation: ConversationItem,
  message: InboundMessage,
  { recipients, forAgent, retention }: Decisions,
  now: EpochMs,
): Promise<{ stored: MessageItem; isNew: boolean }> {
  const id = await messageIdOf(conversation, message, now)
  const put = await MessageEntity.create({
    organizationId: conversation.organizationId,
    conversationId: conversation.id,
    id,
    direction: 'inbound',
    waId: message.waId,
    type: message.type,
    text: message.text,
    ...(message.media.length > 0 && { media: [...message.media] }),
    quickReplyId: message.quickReplyId,
    ...(message.replyToWaId !== undefined && { replyTo: { waId: message.replyToWaId } }),
    detail: message.detail,
    details: message.details,
    ...(recipients.length > 0 && { recipients }),
    ...(forAgent && { out: turnOut(conversation, id) }),
    sessionId: conversation.sessionId,
    ...originsOf(conversation, message),
    sentAt: Math.min(message.sentAt, now),
    takenAt: now,
    expiresAt: expiryAfter(now, retention.messageDays),
  }).go({ returnOnConditionCheckFailure: 'all_old' })
  if (!put.data) throw new InternalError(`message …${waIdEnd(message.waId)} was deleted concurrently`)
  return { stored: put.data, isNew: !put.rejected }
}

async function deliver(
  conversation: ConversationItem,
  message: InboundMessage,
  stored: MessageItem,
  { webhookId, event, shards }: Recipients[number],
  { mediaKey, retention: { deliveryDays } }: { readonly mediaKey: Buffer | undefined; readonly retention: Retention },
): Promise<void> {
  const named = conversation.hasOwnName
    ? conversation
    : { ...conversation, contactName: message.contactName ?? conversation.contactName }
  const shown = eventMessage(stored, mediaKey)
  const referral = message.referral && toReferral(message.referral, stored)
  const { organizationId, takenAt: at } = stored
  const envelopes = {
    'message.received': () => messageEnvelope('message.received', at, named, shown, referral),
    'subscription.message.received': () => subscriptionMessageEnvelope(at, named, shown, webhookId, referral),
    'call.missed': () => missedCallEnvelope(at, named, shown),
  }
  const id = deliveryIdOf(stored, { webhookId, event })
  const payload = JSON.stringify(envelopes[event]())
  const created = { id, organizationId, webhookId, event, payload, at, deliveryDays }
  const delivery = newDelivery({ ...created, shards, mayBeApart: true })
  await withShardsRaised({ organizationId, webhookId }, () => writeDelivery(delivery))
}

/** Returns the webhooks that receive messages of a number: trials only reach those that name the sandbox number. */
async function listenersOf(
  { organizationId, sandbox }: NumberItem,
  webhookIds: readonly string[],
): Promise<readonly string[]> {
  if (!sandbox || webhookIds.length === 0) return webhookIds
  const { inbound: toAll } = await listenersToAll(organizationId)
  return webhookIds.filter((id) => !toAll.includes(id))
}

/** Reads the webhooks that listen to a number, and that of its default route, into the cache. */
async function readListeners(
  { organizationId, defaultWebhookId }: NumberItem,
  webhookIds: readonly string[],
  now: EpochMs,
): Promise<void> {
  const ids = new Set([...webhookIds, ...(defaultWebhookId === undefined ? [] : [defaultWebhookId])])
  await Promise.all([...ids].map((webhookId) => recentShards({ organizationId, webhookId }, now)))
}

/** Adds the number of shards of each webhook's log if it has more than one. */
async function withShards({ organizationId }: NumberItem, recipients: Recipients, now: EpochMs): Promise<Recipients> {
  return await Promise.all(
    recipients.map(async (recipient) => {
      const shards = await recentShards({ organizationId, webhookId: recipient.webhookId }, now)
      return shards === 1 ? recipient : { ...recipient, shards }
    }),
  )
}
