import type { InboxConversation } from '@messaging/contract/dashboard/conversations.ts'
import { listNumbers } from '../../channel/numbers/find-number.ts'
import type { NumberItem } from '../../channel/numbers/number-entity.ts'
import { batchGet } from '../../platform/table/batch-get.ts'
import { sessionInForce } from '../routing/session-in-force.ts'
import { byActivity } from './activity-pages.ts'
import { ConversationEntity, type ConversationItem } from './conversation-entity.ts'
import { conversationId, findAlias } from './find-or-create.ts'
import { type InboxFilter, isDigits, isWanted } from './inbox-filter.ts'
import { inboxView } from './inbox-view.ts'
import { listByActivity } from './list-by-activity.ts'

export interface InboxQuery extends InboxFilter {
  readonly limit: number
  /** The `nextCursor` of the previous page. */
  readonly cursor?: string
}

export interface InboxPage {
  readonly results: InboxConversation[]
  readonly nextCursor: string | null
}

const MIN_NUMBER_DIGITS = 7

/**
 * Returns an organisation's conversations, newest activity first. A search for a whole phone number finds the contact,
 * however old the conversation. `now` in milliseconds.
 * @throws ServiceError 400 for a cursor of another list
 */
export async function listInbox(organizationId: string, query: InboxQuery, now: number): Promise<InboxPage> {
  const numbers = await listNumbers(organizationId)
  const exact = await findContact(organizationId, query, numbers, now)
  if (exact.length > 0) return { results: viewsOf(exact, numbers, now), nextCursor: null }
  const { items, nextCursor } = await listByActivity(
    organizationId,
    { offset: 0, limit: query.limit, cursor: query.cursor },
    { isWanted: (conversation) => isWanted(conversation, query, now) },
  )
  return { results: viewsOf(items, numbers, now), nextCursor }
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
  return items.filter((conversation) => isWanted(conversation, query, now)).toSorted(byActivity)
}

/** Returns views of the conversations whose number still belongs to the organisation. */
function viewsOf(
  conversations: readonly ConversationItem[],
  numbers: readonly NumberItem[],
  now: number,
): InboxConversation[] {
  return conversations.flatMap((conversation) => {
    const number = numbers.find(({ phoneNumberId }) => phoneNumberId === conversation.phoneNumberId)
    return number ? [inboxView(sessionInForce(number, conversation), number, now)] : []
  })
}
