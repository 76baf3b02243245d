import type { Conversation } from '@messaging/contract/conversations.ts'
import type { PageQuery } from '@messaging/contract/page.ts'
import { findAgentHead } from '../agents/find-agent.ts'
import { capabilities, capabilitiesOf } from '../channel/capabilities.ts'
import { listNumbers } from '../channel/numbers/find-number.ts'
import { NumberEntity, type NumberItem } from '../channel/numbers/number-entity.ts'
import { findWebhook } from '../deliveries/webhooks/get-webhook.ts'
import { countOfShards } from '../platform/paging/counter-entity.ts'
import type { PageResponse } from '../platform/paging/page.ts'
import { batchGet } from '../platform/table/batch-get.ts'
import { oncePerKey } from '../platform/table/once-per-key.ts'
import { byActivity } from './activity-pages.ts'
import { ConversationEntity, type ConversationItem } from './conversation-entity.ts'
import { conversationView } from './conversation-view.ts'
import { CONVERSATIONS, conversationId, conversationsOf, findAlias } from './find-or-create.ts'
import { countActiveSince, listByActivity } from './list-by-activity.ts'
import { sessionInForce } from './routing/session-in-force.ts'
import { windowSecondsLeft } from './service-window/window.ts'

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
