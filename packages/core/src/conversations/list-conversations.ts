import type { Conversation } from '@messaging/contract/conversations.ts'
import type { PageQuery } from '@messaging/contract/page.ts'
import { listNumbers } from '../numbers/find-number.ts'
import { NumberEntity, type NumberItem } from '../numbers/number-entity.ts'
import { countOf } from '../paging/counter-entity.ts'
import { readFilteredPage } from '../paging/filtered-page.ts'
import { type PageAnswer, readPage } from '../paging/page.ts'
import { readAll } from '../read-all.ts'
import { sessionInForce } from '../routing/session-in-force.ts'
import { windowSecondsLeft } from '../service-window/window.ts'
import { settings } from '../settings.ts'
import { activityHour, ConversationEntity, type ConversationItem } from './conversation-entity.ts'
import { conversationView } from './conversation-view.ts'
import { CONVERSATIONS, conversationId, conversationsOf, findAlias } from './find-or-create.ts'

export interface ConversationsQuery extends PageQuery {
  /** Digits without plus. */
  readonly msgNumber?: string | undefined
  /** Digits without plus. */
  readonly contact?: string | undefined
  readonly active?: 'true' | 'false' | undefined
}

/** The most conversations that are counted one by one. */
const COUNTED_AT_MOST = 10_000
const COUNTED_AT_ONCE = 1000

/** `GET /conversations/`: latest activity first. What a page costs does not depend on how many conversations there are. */
export async function listConversations(
  organizationId: string,
  query: ConversationsQuery,
  now: number,
): Promise<PageAnswer<Conversation>> {
  const numbers = await numbersOf(organizationId, query)
  if (query.contact !== undefined) return await listOfContact(organizationId, query, numbers, query.contact, now)
  const [number] = numbers
  if (query.msgNumber !== undefined && !number) return { count: 0, results: [], nextCursor: null }
  const [{ items, nextCursor }, count] = await Promise.all([
    readConversations(organizationId, query, number, now),
    countConversations(organizationId, query, number, now),
  ])
  return { count, results: await viewsOf(items, now), nextCursor }
}

/** The numbers that the filters leave, of those that they need. */
async function numbersOf(organizationId: string, { msgNumber, contact }: ConversationsQuery): Promise<NumberItem[]> {
  if (msgNumber === undefined && contact === undefined) return []
  const numbers = await listNumbers(organizationId)
  return numbers.filter(({ number }) => msgNumber === undefined || number === msgNumber)
}

function readConversations(
  organizationId: string,
  query: ConversationsQuery,
  number: NumberItem | undefined,
  now: number,
) {
  if (!number && !query.active)
    return readPage(query, (options) =>
      ConversationEntity.query.byActivity({ organizationId }).go({ ...options, order: 'desc' }),
    )
  const opened = windowOpenSince(now)
  return readFilteredPage(query, (options) =>
    inActivityOrder(organizationId, query.active === 'true' ? opened : 0)
      .where(({ phoneNumberId, lastInboundAt }, { eq, gt, lte, notExists }) =>
        [
          ...(number ? [eq(phoneNumberId, number.phoneNumberId)] : []),
          ...(query.active === 'true' ? [gt(lastInboundAt, opened)] : []),
          ...(query.active === 'false' ? [`(${notExists(lastInboundAt)} OR ${lte(lastInboundAt, opened)})`] : []),
        ].join(' AND '),
      )
      .go({ ...options, order: 'desc' }),
  )
}

/** Conversations with activity since a time, to the hour. */
function inActivityOrder(organizationId: string, since: number) {
  return ConversationEntity.query.byActivity({ organizationId }).gte({ activityHour: activityHour(since) })
}

/** A conversation is active when its customer wrote after this time: at least one whole second of the window is left. */
function windowOpenSince(now: number): number {
  return now - (settings.SERVICE_WINDOW_SECONDS - 1) * 1000 - 1
}

async function countConversations(
  organizationId: string,
  { active }: ConversationsQuery,
  number: NumberItem | undefined,
  now: number,
): Promise<number> {
  const all = countOf(organizationId, number ? conversationsOf(number.phoneNumberId) : CONVERSATIONS)
  if (!active) return await all
  const open = await countActive(organizationId, number, now)
  return active === 'true' ? open : Math.max(0, (await all) - open)
}

async function countActive(organizationId: string, number: NumberItem | undefined, now: number): Promise<number> {
  const opened = windowOpenSince(now)
  let count = 0
  let cursor: string | null = null
  for (let looked = 0; looked < COUNTED_AT_MOST; looked += COUNTED_AT_ONCE) {
    const read: { data: unknown[]; cursor: string | null } = await inActivityOrder(organizationId, opened)
      .where(
        ({ phoneNumberId, lastInboundAt }, { eq, gt }) =>
          `${gt(lastInboundAt, opened)}${number ? ` AND ${eq(phoneNumberId, number.phoneNumberId)}` : ''}`,
      )
      .go({ limit: COUNTED_AT_ONCE, cursor, attributes: ['id'] })
    count += read.data.length
    cursor = read.cursor
    if (cursor === null) break
  }
  return count
}

/** A contact's conversation on each number has an id that follows from both, or is known by an alias. */
async function listOfContact(
  organizationId: string,
  { offset, limit, active }: ConversationsQuery,
  numbers: readonly NumberItem[],
  contact: string,
  now: number,
): Promise<PageAnswer<Conversation>> {
  const aliases = await Promise.all(numbers.map((number) => findAlias(number, contact)))
  const ids = [...numbers.map((number) => conversationId(number, contact)), ...aliases.filter((id) => id !== undefined)]
  const items = await readAll(
    ids.map((id) => ({ organizationId, id })),
    (keys) => ConversationEntity.get(keys).go({ consistent: true }),
  )
  const found = items
    .filter((item) => active === undefined || String(isActive(item, now)) === active)
    .toSorted((a, b) => b.activityHour - a.activityHour || b.id.localeCompare(a.id))
  const end = offset + limit
  const results = await viewsOf(found.slice(offset, end), now)
  // Pages of these few go by their offset alone.
  return { count: found.length, results, nextCursor: end < found.length ? '' : null }
}

function isActive({ lastInboundAt }: ConversationItem, now: number): boolean {
  return windowSecondsLeft(lastInboundAt, settings.SERVICE_WINDOW_SECONDS, now) > 0
}

async function viewsOf(conversations: readonly ConversationItem[], now: number): Promise<Conversation[]> {
  const numbers = await readAll(
    conversations.map(({ phoneNumberId }) => ({ phoneNumberId })),
    (keys) => NumberEntity.get(keys).go({ consistent: true }),
  )
  return conversations.flatMap((conversation) => {
    const number = numbers.find(({ phoneNumberId }) => phoneNumberId === conversation.phoneNumberId)
    return number ? [conversationView(sessionInForce(number, conversation), number, now)] : []
  })
}
