import type { Hit, InboxConversation, InboxPage } from '@messaging/contract/dashboard/conversations.ts'
import { listNumbers } from '../channel/numbers/find-number.ts'
import type { NumberItem } from '../channel/numbers/number-entity.ts'
import type { Caller } from '../platform/caller.ts'
import { timeOrNull } from '../platform/clock.ts'
import { batchGet } from '../platform/table/batch-get.ts'
import { byActivity } from './activity-pages.ts'
import { ConversationEntity, type ConversationItem } from './conversation-entity.ts'
import { conversationId, findAlias } from './find-or-create.ts'
import { type InboxFilter, inboxMatcher, isDigits, isFiltered } from './inbox-filter.ts'
import { inboxView, ownerOf } from './inbox-view.ts'
import { firstCursor, listByActivity } from './list-by-activity.ts'
import { searchMessages } from './messages/search-messages.ts'
import { authorViews } from './messages/thread-view.ts'
import { sessionInForce } from './routing/session-in-force.ts'

interface InboxQuery extends InboxFilter {
  readonly limit: number
  /** The `nextCursor` of the previous page. */
  readonly cursor?: string
}

const MIN_NUMBER_DIGITS = 7
/** The maximum of conversations read for a filtered page, so that a search has a bounded cost and can be continued. */
const MAX_FILTERED = 500
/** The same, if messages are searched too. */
const MAX_SEARCHED = 250

/**
 * Returns an organisation's conversations, newest activity first. A search for a whole phone number finds the contact
 * at once, however old the conversation, and can be continued with the others. `now` in milliseconds.
 * @throws ServiceError 400 for a cursor of another list
 */
export async function listInbox(caller: Caller, query: InboxQuery, now: number): Promise<InboxPage> {
  const { organizationId } = caller
  const numbers = await listNumbers(organizationId)
  const exact = await findContact(organizationId, query, numbers, now)
  if (exact.length > 0)
    return {
      results: await viewsOf(caller, exact, numbers, now),
      nextCursor: firstCursor(),
      looked: exact.length,
      backTo: null,
    }
  const hits = new Map<string, Hit>()
  const { items, nextCursor, looked, backTo } = await listByActivity(
    organizationId,
    { offset: 0, limit: query.limit, cursor: query.cursor },
    {
      ...searching(query, hits, now),
      reading: isFiltered(query) ? 'recent' : 'strong',
    },
  )
  const views = await viewsOf(caller, items, numbers, now)
  const results = views.map((view) => ({ ...view, hit: hits.get(view.id) }))
  return { results, nextCursor, looked, backTo: timeOrNull(backTo) }
}

/** Finds conversations by their filter. Those whose name does not match a search are found by a message, in `hits`. */
function searching(query: InboxFilter, hits: Map<string, Hit>, now: number) {
  const isWanted = inboxMatcher(query, now)
  const { search = '', ...others } = query
  if (search === '') return { isWanted, atMost: MAX_FILTERED }
  const passes = inboxMatcher(others, now)
  return {
    isWanted: (one: ConversationItem) => isWanted(one) || (hits.has(one.id) && passes(one)),
    atMost: MAX_SEARCHED,
    prepare: async (conversations: readonly ConversationItem[]) => {
      const unnamed = conversations.filter((one) => passes(one) && !isWanted(one))
      for (const [id, hit] of await searchMessages(unnamed, search, now)) hits.set(id, hit)
    },
  }
}

async function findContact(
  organizationId: string,
  query: InboxQuery,
  numbers: readonly NumberItem[],
  now: number,
): Promise<ConversationItem[]> {
  const { search = '' } = query
  const contact = search.replace(/\D/g, '')
  if (!isDigits(search) || contact.length < MIN_NUMBER_DIGITS || query.cursor !== undefined) return []
  const aliases = await Promise.all(numbers.map((number) => findAlias(number, contact)))
  const ids = [...numbers.map((number) => conversationId(number, contact)), ...aliases.filter((id) => id !== undefined)]
  const items = await batchGet(
    ids.map((id) => ({ organizationId, id })),
    (keys) => ConversationEntity.get(keys).go({ consistent: true }),
  )
  return items.filter(inboxMatcher(query, now)).toSorted(byActivity)
}

/** Returns views of the conversations whose number still belongs to the organisation. */
export async function viewsOf(
  caller: Caller,
  conversations: readonly ConversationItem[],
  numbers: readonly NumberItem[],
  now: number,
): Promise<InboxConversation[]> {
  const owners = conversations.map((conversation) => ownerOf(conversation, now))
  const shown = await authorViews(caller, owners, now)
  return conversations.flatMap((conversation) => {
    const number = numbers.find(({ phoneNumberId }) => phoneNumberId === conversation.phoneNumberId)
    return number ? [inboxView(sessionInForce(number, conversation), number, now, shown)] : []
  })
}
