import type { Conversation, RoutingInput } from '@replywright/contract/conversations.ts'
import type { PageQuery, PageResponse } from '@replywright/contract/page.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda'
import { validate as isUuid } from 'uuid'
import { findAgentHead } from '../agents/find-agent.ts'
import { capabilities, capabilitiesOf } from '../channel/capabilities.ts'
import { FormerNumberEntity } from '../channel/numbers/former-number-entity.ts'
import { NumberEntity, type NumberItem } from '../channel/numbers/number-entity.ts'
import { getKnownNumber, listKnownNumbers } from '../channel/numbers/numbers.ts'
import { findWebhook } from '../deliveries/webhooks/webhook-entity.ts'
import type { Clock } from '../platform/clock.ts'
import { invalidField, notFound } from '../platform/errors.ts'
import { countOfShards } from '../platform/paging/counter-entity.ts'
import type { Caller } from '../platform/request.ts'
import { batchGet } from '../platform/table/batch-get.ts'
import { oncePerKey } from '../platform/table/once-per-key.ts'
import { CONFLICT_TRIES, retryConflict } from '../platform/table/transact.ts'
import { byActivity } from './activity-pages.ts'
import { authorOf } from './author.ts'
import { applyChange, routingChange } from './change-routing.ts'
import { idsOf } from './contact-view.ts'
import { ConversationEntity, type ConversationItem, findConversation } from './conversation-entity.ts'
import { findCustomerByKey } from './customers/find-by-key.ts'
import { currentId } from './customers/moved-entity.ts'
import { CONVERSATIONS, conversationsOf } from './customers/new-conversation.ts'
import { handoffViews } from './handoff.ts'
import { countActiveSince, listByActivity } from './list-by-activity.ts'
import { expireConversation } from './remove-conversation.ts'
import { effectiveRoute, type Finders, liveAgentId, liveRoute, sessionInForce } from './routing/effective-route.ts'
import { windowSecondsLeft } from './service-window/window.ts'

/** A conversation, as it is in force, and its number. */
export interface Chat {
  readonly conversation: ConversationItem
  readonly number: NumberItem
}

/** Returns the organisation's conversation with its number. Throws 404 if it does not exist. */
export async function getConversation(organizationId: string, id: string): Promise<Chat> {
  const conversation = (await findConversation(organizationId, id)) ?? (await findMerged(organizationId, id))
  if (!conversation) throw notFound('conversation')
  const number = await getKnownNumber(organizationId, conversation.phoneNumberId)
  return { conversation: sessionInForce(number, conversation), number }
}

/** Returns the conversation that continues another one of the same customer, or null. */
async function findMerged(organizationId: string, id: string): Promise<ConversationItem | null> {
  if (!isUuid(id)) return null
  const to = await currentId(organizationId, id)
  return to === id ? null : await findConversation(organizationId, to)
}

/** `GET /conversations/{id}/`: returns a conversation. */
export async function viewConversation(organizationId: string, id: string, now: EpochMs): Promise<Conversation> {
  const { conversation, number } = await getConversation(organizationId, id)
  return await conversationView(conversation, number, now)
}

/**
 * Returns a conversation as the API shows it (spec, Conversation; decisions, Wire). Shows no deleted agent or webhook.
 */
export async function conversationView(
  conversation: ConversationItem,
  number: NumberItem,
  now: EpochMs,
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
      id: conversation.customerId,
      phoneNumber: conversation.contactNumber ?? '',
      name: conversation.contactName,
      ...idsOf(conversation),
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
    ...(conversation.control && { control: conversation.control.holder }),
  }
}

/**
 * Sets or clears a conversation's own routing and sends the resulting lifecycle events, in one transaction. Throws 400
 * on a sandbox number, for a webhook that the caller does not own, and for an unknown agent; 404 for an unknown
 * conversation.
 */
export async function changeRouting(
  caller: Caller,
  id: string,
  input: RoutingInput,
  clock: Clock,
): Promise<Conversation> {
  const { organizationId, userId } = caller
  const change = routingChange(input)
  const [{ conversation, number }, webhook, agent] = await Promise.all([
    getConversation(organizationId, id),
    change.webhookId === undefined ? undefined : findWebhook(organizationId, change.webhookId),
    change.agentId === undefined ? undefined : findAgentHead(organizationId, change.agentId),
  ])
  if (number.sandbox) throw invalidField('', 'The routing of a conversation on a sandbox number cannot be changed.')
  if (webhook === null || (webhook && webhook.userId !== userId))
    throw invalidField('webhookId', 'no such webhook, or it belongs to another user')
  if (agent === null) throw invalidField('agentId', 'no such agent')
  let current: ConversationItem | undefined = conversation
  return await retryConflict(CONFLICT_TRIES, 'The conversation was changed concurrently. Try again.', async () => {
    const read = current ?? (await getConversation(organizationId, id)).conversation
    current = undefined
    const now = clock()
    const routes = { before: await liveRoute(number, read), after: effectiveRoute(number, change) }
    const changed = await applyChange(read, change, routes, authorOf(caller), now)
    return changed && (await conversationView(changed, number, now))
  })
}

interface ConversationsQuery extends PageQuery {
  /** Digits without plus. */
  readonly msgNumber?: string
  /** `contact.id`, digits without plus, or `user:` and a user id. */
  readonly contact?: string
  readonly active?: 'true' | 'false'
}

/** `GET /conversations/`: newest activity first. The cost of a page does not depend on the number of conversations. */
export async function listConversations(
  organizationId: string,
  query: ConversationsQuery,
  now: EpochMs,
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
  const numbers = await listKnownNumbers(organizationId)
  return numbers.filter(({ number }) => msgNumber === undefined || number === msgNumber)
}

/**
 * Returns the time after which the customer wrote if at least one whole second of the window is left: of the number's
 * channel, or of any channel. 0 if a channel has no window.
 */
function windowOpenSince(number: NumberItem | undefined, now: EpochMs): EpochMs {
  const possible = number ? [capabilitiesOf(number)] : [...capabilities.values()]
  const longest = Math.max(...possible.map(({ windowSeconds }) => windowSeconds ?? Number.POSITIVE_INFINITY))
  return Math.max(0, now - (longest - 1) * 1000 - 1)
}

async function countConversations(
  organizationId: string,
  { active }: ConversationsQuery,
  number: NumberItem | undefined,
  isOfNumber: (conversation: ConversationItem) => boolean,
  now: EpochMs,
): Promise<number> {
  const countAll = () => countOfShards(organizationId, number ? conversationsOf(number.phoneNumberId) : CONVERSATIONS)
  const isOpen = (item: ConversationItem) => isOfNumber(item) && isActive(item, now)
  const countOpen = () => countActiveSince(organizationId, windowOpenSince(number, now), isOpen)
  if (!active) return await countAll()
  if (active === 'true') return await countOpen()
  const [all, open] = await Promise.all([countAll(), countOpen()])
  return Math.max(0, all - open)
}

/** Lists the conversations of a customer. */
async function listOfContact(
  organizationId: string,
  { offset, limit, active }: ConversationsQuery,
  numbers: readonly NumberItem[],
  contact: string,
  now: EpochMs,
): Promise<PageResponse<Conversation>> {
  const customer = await findCustomerByKey(organizationId, contact)
  const items = await batchGet(
    (customer?.conversations ?? [])
      .filter(({ numberId }) => numbers.some(({ id }) => id === numberId))
      .map(({ id }) => ({ organizationId, id })),
    (keys) => ConversationEntity.get(keys).go({ consistent: true }),
  )
  const found = items
    .filter((item) => active === undefined || String(isActive(item, now)) === active)
    .toSorted(byActivity)
  const end = offset + limit
  const results = await viewsOf(found.slice(offset, end), now)
  // These few conversations are paged by offset alone.
  return { count: found.length, results, nextCursor: end < found.length ? '' : null }
}

function isActive(conversation: ConversationItem, now: EpochMs): boolean {
  return windowSecondsLeft(conversation.lastInboundAt, capabilitiesOf(conversation).windowSeconds, now) > 0
}

async function viewsOf(conversations: readonly ConversationItem[], now: EpochMs): Promise<Conversation[]> {
  const connected = await batchGet(
    conversations.map(({ phoneNumberId }) => ({ phoneNumberId })),
    (keys) => NumberEntity.get(keys).go({ consistent: true }),
  )
  const isOf = (conversation: ConversationItem) => (number: NumberItem) =>
    number.phoneNumberId === conversation.phoneNumberId && number.organizationId === conversation.organizationId
  const former = await batchGet(
    conversations
      .filter((conversation) => !connected.some(isOf(conversation)))
      .map(({ organizationId, phoneNumberId }) => ({ organizationId, phoneNumberId })),
    (keys) => FormerNumberEntity.get(keys).go({ consistent: true }),
  )
  const numbers = [...connected, ...former]
  const finders = { findAgent: oncePerKey(findAgentHead), findWebhook: oncePerKey(findWebhook) }
  return await Promise.all(
    conversations.flatMap((conversation) => {
      const number = numbers.find(isOf(conversation))
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
