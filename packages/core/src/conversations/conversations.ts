import type { Conversation } from '@messaging/contract/conversations.ts'
import type { PageQuery, PageResponse } from '@messaging/contract/page.ts'
import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda'
import { findAgentHead } from '../agents/find-agent.ts'
import { capabilities, capabilitiesOf } from '../channel/capabilities.ts'
import { NumberEntity, type NumberItem } from '../channel/numbers/number-entity.ts'
import { findNumber, getNumberByProviderId, listNumbers } from '../channel/numbers/numbers.ts'
import { findWebhook } from '../deliveries/webhooks/webhook-entity.ts'
import { type Clock, expiryAfter } from '../platform/clock.ts'
import { notFound } from '../platform/errors.ts'
import { log } from '../platform/log/log.ts'
import { countOfShards } from '../platform/paging/counter-entity.ts'
import { recentRetention } from '../platform/retention.ts'
import { batchGet } from '../platform/table/batch-get.ts'
import { oncePerKey } from '../platform/table/once-per-key.ts'
import { retryConflict } from '../platform/table/transact.ts'
import { byActivity } from './activity-pages.ts'
import { ConversationEntity, ConversationExpiryEntity, type ConversationItem } from './conversation-entity.ts'
import {
  CONVERSATIONS,
  contactId,
  conversationId,
  conversationsOf,
  findAlias,
  findConversation,
  hasLeft,
} from './find-or-create.ts'
import { handoffViews } from './handoff.ts'
import { countActiveSince, listByActivity } from './list-by-activity.ts'
import { MessageEntity } from './messages/message-entity.ts'
import { removeConversation } from './remove-conversation.ts'
import { type Finders, liveAgentId, liveRoute, sessionInForce } from './routing/effective-route.ts'
import { windowSecondsLeft } from './service-window/window.ts'

/** Returns the organisation's conversation with its number. Throws 404 if it does not exist. */
export async function getConversation(
  organizationId: string,
  id: string,
): Promise<{ conversation: ConversationItem; number: NumberItem }> {
  const conversation = await findConversation(organizationId, id)
  if (!conversation) throw notFound('conversation')
  const number = await getNumberByProviderId(organizationId, conversation.phoneNumberId)
  return { conversation: sessionInForce(number, conversation), number }
}

/** `GET /conversations/{id}/`: returns a conversation. */
export async function viewConversation(organizationId: string, id: string, now: number): Promise<Conversation> {
  const { conversation, number } = await getConversation(organizationId, id)
  return await conversationView(conversation, number, now)
}

/**
 * Returns a conversation as the API shows it (spec, Conversation; decisions, Wire). Shows no deleted agent or webhook.
 */
export async function conversationView(
  conversation: ConversationItem,
  number: NumberItem,
  now: number,
  finders?: Finders,
): Promise<Conversation> {
  const left = windowSecondsLeft(conversation.lastInboundAt, capabilitiesOf(number).windowSeconds, now)
  const [agentId = '', route] = await Promise.all([
    liveAgentId(number, conversation, finders),
    liveRoute(number, conversation, finders),
  ])
  return {
    id: conversation.id,
    contact: {
      id: contactId(conversation),
      phoneNumber: conversation.contactNumber ?? '',
      name: conversation.contactName,
    },
    activeAgent: agentId,
    msgNumber: conversation.msgNumber,
    chatWindowRemainingTime: Number.isFinite(left) ? String(left) : '',
    lastMessage: conversation.lastMessage,
    isHumanTakeover: String((conversation.humanTakeoverUntil ?? 0) > now),
    active: String(left > 0),
    routing: conversation.routing ?? null,
    webhookId: route.webhookId ?? '',
    routingOverride: String(conversation.routing !== undefined),
    ...handoffViews(conversation),
    commerceCustomer: '',
    latestReferral: conversation.latestReferral ?? null,
  }
}

interface ConversationsQuery extends PageQuery {
  /** Digits without plus. */
  readonly msgNumber?: string
  /** Digits without plus. */
  readonly contact?: string
  readonly active?: 'true' | 'false'
}

/** `GET /conversations/`: newest activity first. The cost of a page does not depend on the number of conversations. */
export async function listConversations(
  organizationId: string,
  query: ConversationsQuery,
  now: number,
): Promise<PageResponse<Conversation>> {
  const numbers = await numbersOf(organizationId, query)
  if (query.contact !== undefined) return await listOfContact(organizationId, query, numbers, query.contact, now)
  const [number] = numbers
  if (query.msgNumber !== undefined && !number) return { count: 0, results: [], nextCursor: null }
  const { active } = query
  const isOfNumber = (item: ConversationItem) => !number || item.phoneNumberId === number.phoneNumberId
  const [{ items, nextCursor }, count] = await Promise.all([
    listByActivity(organizationId, query, {
      isWanted: (item) => isOfNumber(item) && (!active || String(isActive(item, now)) === active),
      ...(active === 'true' && { activeSince: windowOpenSince(number, now) }),
    }),
    countConversations(organizationId, query, number, isOfNumber, now),
  ])
  return { count, results: await viewsOf(items, now), nextCursor }
}

/** Returns the numbers that match the filters, or none if no filter needs them. */
async function numbersOf(organizationId: string, { msgNumber, contact }: ConversationsQuery): Promise<NumberItem[]> {
  if (msgNumber === undefined && contact === undefined) return []
  const numbers = await listNumbers(organizationId)
  return numbers.filter(({ number }) => msgNumber === undefined || number === msgNumber)
}

/**
 * Returns the time after which the customer wrote if at least one whole second of the window is left: of the number's
 * channel, or of any channel. 0 if a channel has no window.
 */
function windowOpenSince(number: NumberItem | undefined, now: number): number {
  const possible = number ? [capabilitiesOf(number)] : [...capabilities.values()]
  const longest = Math.max(...possible.map(({ windowSeconds }) => windowSeconds ?? Number.POSITIVE_INFINITY))
  return Math.max(0, now - (longest - 1) * 1000 - 1)
}

async function countConversations(
  organizationId: string,
  { active }: ConversationsQuery,
  number: NumberItem | undefined,
  isOfNumber: (conversation: ConversationItem) => boolean,
  now: number,
): Promise<number> {
  const countAll = () => countOfShards(organizationId, number ? conversationsOf(number.phoneNumberId) : CONVERSATIONS)
  const isOpen = (item: ConversationItem) => isOfNumber(item) && isActive(item, now)
  const countOpen = () => countActiveSince(organizationId, windowOpenSince(number, now), isOpen)
  if (!active) return await countAll()
  if (active === 'true') return await countOpen()
  const [all, open] = await Promise.all([countAll(), countOpen()])
  return Math.max(0, all - open)
}

/** Lists the conversations of a contact. The id of each derives from number and contact, or an alias names it. */
async function listOfContact(
  organizationId: string,
  { offset, limit, active }: ConversationsQuery,
  numbers: readonly NumberItem[],
  contact: string,
  now: number,
): Promise<PageResponse<Conversation>> {
  const aliases = await Promise.all(numbers.map((number) => findAlias(number, contact)))
  const ids = [...numbers.map((number) => conversationId(number, contact)), ...aliases.filter((id) => id !== undefined)]
  const items = await batchGet(
    ids.map((id) => ({ organizationId, id })),
    (keys) => ConversationEntity.get(keys).go({ consistent: true }),
  )
  const found = items
    .filter((item) => !hasLeft(item, contact))
    .filter((item) => active === undefined || String(isActive(item, now)) === active)
    .toSorted(byActivity)
  const end = offset + limit
  const results = await viewsOf(found.slice(offset, end), now)
  // These few conversations are paged by offset alone.
  return { count: found.length, results, nextCursor: end < found.length ? '' : null }
}

function isActive(conversation: ConversationItem, now: number): boolean {
  return windowSecondsLeft(conversation.lastInboundAt, capabilitiesOf(conversation).windowSeconds, now) > 0
}

async function viewsOf(conversations: readonly ConversationItem[], now: number): Promise<Conversation[]> {
  const numbers = await batchGet(
    conversations.map(({ phoneNumberId }) => ({ phoneNumberId })),
    (keys) => NumberEntity.get(keys).go({ consistent: true }),
  )
  const finders = { findAgent: oncePerKey(findAgentHead), findWebhook: oncePerKey(findWebhook) }
  return await Promise.all(
    conversations.flatMap((conversation) => {
      const number = numbers.find(({ phoneNumberId }) => phoneNumberId === conversation.phoneNumberId)
      return number ? [conversationView(sessionInForce(number, conversation), number, now, finders)] : []
    }),
  )
}

/** Conversations that are processed at once. */
const AT_ONCE = 25

/** Processes the conversations whose `ConversationExpiryEntity` was deleted by its time to live. */
export async function expireConversations(event: DynamoDBStreamEvent, clock: Clock): Promise<void> {
  const expired = event.Records.flatMap((record) => expiredOf(record) ?? [])
  for (let start = 0; start < expired.length; start += AT_ONCE)
    await Promise.all(
      expired
        .slice(start, start + AT_ONCE)
        .map(({ organizationId, conversationId }) => expireConversation(organizationId, conversationId, clock)),
    )
}

/** Returns the conversation of a record, or undefined if the record is another. The stream has keys only. */
export function expiredOf({ eventName, userIdentity, dynamodb }: DynamoDBRecord) {
  if (eventName !== 'REMOVE' || userIdentity?.principalId !== 'dynamodb.amazonaws.com') return undefined
  const { pk, sk } = dynamodb?.Keys ?? {}
  const [kind, organizationId, conversationId] = pk?.S?.split('#') ?? []
  if (kind !== 'c' || sk?.S !== 'expiry' || !organizationId || !conversationId) return undefined
  return { organizationId, conversationId }
}

const TRIES = 3

/**
 * Deletes a conversation whose messages have expired, with its counts and the other names of its customer, in one
 * transaction. Otherwise stores when to check again. Call it when the conversation's `ConversationExpiryEntity` has
 * expired. It is idempotent.
 */
async function expireConversation(organizationId: string, id: string, clock: Clock): Promise<void> {
  await retryConflict(TRIES, 'The conversation was changed concurrently. Try again.', async () => {
    const now = clock()
    const conversation = await findConversation(organizationId, id)
    if (!conversation) return true
    const [messagesUntil, { messageDays }] = await Promise.all([
      lastExpiry(organizationId, id, now),
      recentRetention(organizationId, now),
    ])
    const end = endOfConversation(conversation, messagesUntil, messageDays)
    if (end * 1000 > now) {
      await ConversationExpiryEntity.put({ organizationId, conversationId: id, expiresAt: end }).go()
      return true
    }
    const number = await findNumber(conversation.phoneNumberId)
    // A number that was connected again has another id, which no name of the customer refers to.
    const removed = await removeConversation(
      conversation,
      number?.organizationId === organizationId ? number : undefined,
    )
    if (!removed) return undefined
    log('conversation.expired', { organizationId, conversationId: id })
    return true
  })
}

/** Returns when the last message that has not expired does, in Unix seconds, or 0 if there is none. */
async function lastExpiry(organizationId: string, conversationId: string, now: number): Promise<number> {
  const messages = MessageEntity.query.byId({ organizationId, conversationId })
  const newest = await messages.go({ order: 'desc', limit: 1, attributes: ['expiresAt'], consistent: true })
  const [{ expiresAt = 0 } = {}] = newest.data
  if (expiresAt * 1000 > now) return expiresAt
  const { data } = await MessageEntity.query
    .byId({ organizationId, conversationId })
    .where((stored, { gt }) => gt(stored.expiresAt, now / 1000))
    .go({ pages: 'all', attributes: ['expiresAt'], consistent: true })
  return Math.max(0, ...data.map((message) => message.expiresAt))
}

type Idle = Pick<ConversationItem, 'createdAt' | 'listedAt' | 'lastMessageAt' | 'armed' | 'humanTakeoverUntil'>

/**
 * Returns the Unix seconds from which a conversation is not needed: its messages have expired, the retention after its
 * last activity is over, and nothing of it is pending. `messagesUntil` is when its last message expires, in Unix
 * seconds.
 */
export function endOfConversation(
  { createdAt, listedAt = 0, lastMessageAt = 0, armed = 0, humanTakeoverUntil = 0 }: Idle,
  messagesUntil: number,
  messageDays: number,
): number {
  const pendingUntil = Math.ceil(Math.max(armed, humanTakeoverUntil) / 1000)
  return Math.max(messagesUntil, expiryAfter(Math.max(createdAt, listedAt, lastMessageAt), messageDays), pendingUntil)
}
