import type { Waiting } from '@messaging/contract/dashboard/conversations.ts'
import { listNumbers } from '../channel/numbers/find-number.ts'
import type { Caller } from '../platform/caller.ts'
import { ConversationEntity } from './conversation-entity.ts'
import { waitingSince } from './handoff.ts'
import { type InboxFilter, inboxMatcher } from './inbox-filter.ts'
import { viewsOf } from './list-inbox.ts'

const MOST = 100
/** The number of conversations after which no more are read, so that a filter has a bounded cost. */
const MOST_READ = 1_000

/**
 * Returns the conversations whose customers wait for a person, longest first, without those on the sandbox number. Costs
 * a read unit for about ten of them; with a filter, of all that wait, at most 1,000. `now` in milliseconds.
 */
export async function listWaiting(caller: Caller, filter: InboxFilter, now: number): Promise<Waiting> {
  const { organizationId } = caller
  const { wanted, hasMore } = await firstWanted(
    (cursor) => ConversationEntity.query.waiting({ waitingIn: organizationId }).go({ limit: MOST + 1, cursor }),
    inboxMatcher({ ...filter, needsHuman: true }, now),
  )
  if (wanted.length === 0) return { results: [], hasMore }
  const numbers = await listNumbers(organizationId)
  const waiting = wanted.toSorted((a, b) => (waitingSince(a) ?? 0) - (waitingSince(b) ?? 0))
  return { results: await viewsOf(caller, waiting, numbers, now), hasMore }
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
