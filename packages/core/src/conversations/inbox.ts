import { createHash } from 'node:crypto'
import type {
  Hit,
  InboxChanges,
  InboxConversation,
  InboxPage,
  Waiting,
} from '@replywright/contract/dashboard/conversations.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import * as v from 'valibot'
import { unhealthyOf } from '../channel/numbers/health.ts'
import type { NumberItem } from '../channel/numbers/number-entity.ts'
import { listKnownNumbers } from '../channel/numbers/numbers.ts'
import { timeOrNull } from '../platform/clock.ts'
import { invalidField } from '../platform/errors.ts'
import type { Caller } from '../platform/request.ts'
import { batchGet } from '../platform/table/batch-get.ts'
import { byActivity, ENTRY_LAG_MILLISECONDS } from './activity-pages.ts'
import { ConversationEntity, type ConversationItem } from './conversation-entity.ts'
import { namesOfKey } from './customers/find-by-key.ts'
import { namesIn } from './customers/names.ts'
import { findOwners } from './customers/resolve.ts'
import { type InboxFilter, inboxMatcher, isDigits, isFiltered } from './inbox-filter.ts'
import { inboxView, ownerOf } from './inbox-view.ts'
import { judgeWaiting } from './judge-waiting.ts'
import { firstCursor, listByActivity, listListedSince } from './list-by-activity.ts'
import { searchMessages } from './messages/search-messages.ts'
import { authorViews } from './messages/thread-view.ts'
import { effectiveRoute, sessionInForce } from './routing/effective-route.ts'

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
 * at once, however old the conversation, and can be continued with the others.
 */
export async function listInbox(caller: Caller, query: InboxQuery, now: EpochMs): Promise<InboxPage> {
  const { organizationId } = caller
  const numbers = await listKnownNumbers(organizationId)
  const exact = await findContact(caller, query, numbers, now)
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
      ...searching(caller, query, hits, numbers, now),
      reading: isFiltered(query) ? 'recent' : 'strong',
    },
  )
  const views = await viewsOf(caller, items, numbers, now)
  const results = views.map((view) => ({ ...view, hit: hits.get(view.id) }))
  return { results, nextCursor, looked, backTo: timeOrNull(backTo) }
}

/** Finds conversations by their filter. Those whose name does not match a search are found by a message, in `hits`. */
function searching(
  { userId }: Caller,
  query: InboxFilter,
  hits: Map<string, Hit>,
  numbers: readonly NumberItem[],
  now: EpochMs,
) {
  const matching = (filter: InboxFilter) => {
    const matches = inboxMatcher(filter, now, userId)
    return (one: ConversationItem) => matches(inForce(one, numbers))
  }
  const isWanted = matching(query)
  const { search = '', ...others } = query
  if (search === '') return { isWanted, atMost: MAX_FILTERED }
  const passes = matching(others)
  return {
    isWanted: (one: ConversationItem) => isWanted(one) || (hits.has(one.id) && passes(one)),
    atMost: MAX_SEARCHED,
    prepare: async (conversations: readonly ConversationItem[]) => {
      const unnamed = conversations.filter((one) => passes(one) && !isWanted(one))
      for (const [id, hit] of await searchMessages(unnamed, search, now)) hits.set(id, hit)
    },
  }
}

/** Returns a conversation with its effective agent, session and mode, or as it is stored if its number is gone. */
function inForce(conversation: ConversationItem, numbers: readonly NumberItem[]) {
  const number = numbers.find(({ phoneNumberId }) => phoneNumberId === conversation.phoneNumberId)
  if (!number) return conversation
  return { ...sessionInForce(number, conversation), mode: effectiveRoute(number, conversation).mode }
}

async function findContact(
  { organizationId, userId }: Caller,
  query: InboxQuery,
  numbers: readonly NumberItem[],
  now: EpochMs,
): Promise<ConversationItem[]> {
  const key = keyIn(query.search?.trim() ?? '')
  if (key === undefined || query.cursor !== undefined) return []
  const customers = await findOwners(organizationId, namesIn(namesOfKey(key)))
  const items = await batchGet(
    customers.flatMap((customer) => customer.conversations).map(({ id }) => ({ organizationId, id })),
    (keys) => ConversationEntity.get(keys).go({ consistent: true }),
  )
  const isWanted = inboxMatcher(query, now, userId)
  return items.filter((item) => isWanted(inForce(item, numbers))).toSorted(byActivity)
}

/** Returns the key of a customer (`namesOfKey`) that a search is for: a whole phone number, a username or a user id; else undefined. */
function keyIn(search: string): string | undefined {
  if (/^(@|user:)\S+$/.test(search)) return search
  const digits = search.replace(/\D/g, '')
  return isDigits(search) && digits.length >= MIN_NUMBER_DIGITS ? digits : undefined
}

/** Returns views of the conversations whose number still belongs to the organisation. */
async function viewsOf(
  caller: Caller,
  conversations: readonly ConversationItem[],
  numbers: readonly NumberItem[],
  now: EpochMs,
): Promise<InboxConversation[]> {
  const owners = conversations.map((conversation) => ownerOf(conversation, now))
  const shown = await authorViews(caller, owners, now)
  return conversations.flatMap((conversation) => {
    const number = numbers.find(({ phoneNumberId }) => phoneNumberId === conversation.phoneNumberId)
    return number ? [inboxView(sessionInForce(number, conversation), number, now, shown)] : []
  })
}

/** A message that arrives later than this after it was sent can be missed until the list is read again. */
const DELAY_MILLISECONDS = 60_000
/** The age of the index entries that are read by the next poll. */
const RECENT_MILLISECONDS = ENTRY_LAG_MILLISECONDS + DELAY_MILLISECONDS
/** The maximum of conversations read, so that a poll never costs more than a few pages of the list. */
const MAX_CHANGES = 100

interface ChangesQuery extends InboxFilter {
  /** The `version` of the previous response. */
  readonly version?: string
}

/**
 * `GET /dashboard-api/v1/inbox/changes/`: returns the recently active conversations, if any of them changed since
 * `version`. The index entry of each conversation that was active since the time in `version` is recent too, so these
 * few are read instead of a page of the list: 4 read units, and one for each recently active conversation.
 */
export async function listChanges(caller: Caller, query: ChangesQuery, now: EpochMs): Promise<InboxChanges> {
  const { organizationId } = caller
  const { since, hash } = parseVersion(query.version, now)
  const items = await listListedSince(organizationId, since, MAX_CHANGES)
  if (!items) return { version: null, changes: [] }
  const next = Math.max(since, now - RECENT_MILLISECONDS)
  const version = `${next}.${hashOf(items.filter(({ listedAt = 0 }) => listedAt >= next))}`
  if (hashOf(items) === hash) return { version, changes: [] }
  const isWanted = inboxMatcher(query, now, caller.userId)
  const numbers = await listKnownNumbers(organizationId)
  const wanted = new Set(items.filter((item) => isWanted(inForce(item, numbers))).map(({ id }) => id))
  const views = await viewsOf(caller, items, numbers, now)
  return {
    version,
    changes: views.map((conversation) => ({ ...conversation, isWanted: wanted.has(conversation.id) })),
  }
}

/** The time since which index entries are read, and a hash of what these conversations were. */
const Version = v.pipe(v.string(), v.regex(/^\d{1,13}\.[\da-f]{16}$/))

function parseVersion(version: string | undefined, now: EpochMs): { readonly since: EpochMs; readonly hash?: string } {
  if (version === undefined) return { since: now - RECENT_MILLISECONDS }
  if (!v.is(Version, version)) throw invalidField('version', 'invalid; request the first changes without it')
  const [since, hash] = version.split('.')
  return { since: Number(since), hash }
}

function hashOf(items: readonly ConversationItem[]): string {
  const states = items
    .map((item) => [
      item.id,
      item.contactName,
      item.inboundSeq,
      item.readSeq,
      item.answeredSeq,
      item.doneSeq,
      item.lastMessage,
      item.lastMessageAt,
      item.waitingAt,
      item.handoff?.id,
      item.humanNeededSince,
      item.settledSeq,
      item.humanTakeoverUntil,
      item.routingVersion,
    ])
    .toSorted(([a], [b]) => String(a).localeCompare(String(b)))
  return createHash('sha256').update(JSON.stringify(states)).digest('hex').slice(0, 16)
}

const MOST = 100
/** The number of conversations after which no more are read, so that a filter has a bounded cost. */
const MOST_READ = 1_000

/**
 * Returns the conversations whose customers wait for a person, longest first, without those on the sandbox number.
 * Costs a read unit for about ten of them, and of those taken over; at most 1,000 are read.
 */
export async function listWaiting(caller: Caller, filter: InboxFilter, now: EpochMs): Promise<Waiting> {
  const { organizationId } = caller
  const isWanted = inboxMatcher({ ...filter, needsHuman: true }, now, caller.userId)
  const reading = listKnownNumbers(organizationId)
  let numbers: NumberItem[] = []
  const { wanted, hasMore } = await firstWanted(
    async (cursor) => {
      const page = await ConversationEntity.query.waiting({ waitingIn: organizationId }).go({ limit: MOST + 1, cursor })
      numbers = await reading
      return page
    },
    // The list also has those who wait if a takeover ends without a reply, and requests that have ended with their session.
    (conversation) => isWanted(inForce(conversation, numbers)),
  )
  const sinceOf = (conversation: ConversationItem) => judgeWaiting(conversation, now)?.since ?? 0
  const waiting = wanted.toSorted((a, b) => sinceOf(a) - sinceOf(b))
  return { results: await viewsOf(caller, waiting, numbers, now), hasMore, unhealthy: unhealthyOf(numbers, now) }
}

/** Reads pages until 100 rows are wanted or 1,000 were read. Returns those, and whether more may be wanted. */
export async function firstWanted<Row>(
  readPage: (cursor: string | null) => Promise<{ readonly data: readonly Row[]; readonly cursor: string | null }>,
  isWanted: (row: Row) => boolean,
): Promise<{ readonly wanted: readonly Row[]; readonly hasMore: boolean }> {
  const wanted: Row[] = []
  let read = 0
  let cursor: string | null = null
  do {
    const page = await readPage(cursor)
    wanted.push(...page.data.filter(isWanted))
    read += page.data.length
    cursor = page.cursor
  } while (cursor !== null && wanted.length <= MOST && read < MOST_READ)
  return { wanted: wanted.slice(0, MOST), hasMore: wanted.length > MOST || cursor !== null }
}
