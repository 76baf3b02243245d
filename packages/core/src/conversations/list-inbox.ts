import type { InboxConversation } from '@messaging/contract/dashboard/conversations.ts'
import { createConversions } from 'electrodb'
import { invalidField } from '../errors.ts'
import { listNumbers } from '../numbers/find-number.ts'
import type { NumberItem } from '../numbers/number-entity.ts'
import { readAll } from '../read-all.ts'
import { sessionInForce } from '../routing/session-in-force.ts'
import { ConversationEntity, type ConversationItem } from './conversation-entity.ts'
import { conversationId, findAlias } from './find-or-create.ts'
import { type InboxFilter, isDigits, isWanted } from './inbox-filter.ts'
import { inboxView } from './inbox-view.ts'

export interface InboxQuery extends InboxFilter {
  readonly limit: number
  /** `nextCursor` of the page before. */
  readonly cursor?: string | undefined
}

export interface InboxPage {
  readonly results: InboxConversation[]
  readonly nextCursor: string | null
}

const LOOKED_AT_ONCE = 100
/** A page ends here, full or not, so that what it costs has a bound. */
const LOOKED_AT_MOST = 1000
const SHORTEST_NUMBER = 7

/**
 * An organisation's conversations, latest activity first, to the hour. Whoever is searched for by their whole number is found however
 * long ago they wrote. `now` in milliseconds.
 * @throws ServiceError 400 for a cursor that is none of this list
 */
export async function listInbox(organizationId: string, query: InboxQuery, now: number): Promise<InboxPage> {
  const numbers = await listNumbers(organizationId)
  const exact = await findContact(organizationId, query, numbers, now)
  if (exact.length > 0) return { results: viewsOf(exact, numbers, now), nextCursor: null }
  const found: ConversationItem[] = []
  let cursor = query.cursor ?? null
  for (let looked = 0; looked < LOOKED_AT_MOST; looked += LOOKED_AT_ONCE) {
    const page = await ConversationEntity.query
      .byActivity({ organizationId })
      .go({ order: 'desc', limit: LOOKED_AT_ONCE, cursor })
      .catch((cause: unknown) => refuse(query, cause))
    found.push(...page.data.filter((conversation) => isWanted(conversation, query, now)))
    cursor = page.cursor
    const last = found[query.limit - 1]
    if (last && (found.length > query.limit || cursor !== null)) {
      cursor = fromComposite.toCursor(last)
      break
    }
    if (cursor === null) break
  }
  return { results: viewsOf(found.slice(0, query.limit), numbers, now), nextCursor: cursor }
}

const { fromComposite } = createConversions(ConversationEntity).byAccessPattern.byActivity

function refuse({ cursor }: InboxQuery, cause: unknown): never {
  if (cursor === undefined) throw cause
  throw invalidField('cursor', 'is no cursor of this list; begin again without it')
}

/** The conversations of the contact whose whole number is searched for. */
async function findContact(
  organizationId: string,
  query: InboxQuery,
  numbers: readonly NumberItem[],
  now: number,
): Promise<ConversationItem[]> {
  const { search = '' } = query
  const contact = search.replace(/\D/g, '')
  if (!isDigits(search) || contact.length < SHORTEST_NUMBER || query.cursor !== undefined) return []
  const aliases = await Promise.all(numbers.map((number) => findAlias(number, contact)))
  const ids = [...numbers.map((number) => conversationId(number, contact)), ...aliases.filter((id) => id !== undefined)]
  const items = await readAll(
    ids.map((id) => ({ organizationId, id })),
    (keys) => ConversationEntity.get(keys).go({ consistent: true }),
  )
  return items
    .filter((conversation) => isWanted(conversation, query, now))
    .toSorted((a, b) => (b.lastMessageAt ?? 0) - (a.lastMessageAt ?? 0))
}

/** Conversations of numbers that the organisation still has. */
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
