import type { Waiting } from '@messaging/contract/dashboard/conversations.ts'
import { listNumbers } from '../channel/numbers/find-number.ts'
import type { Caller } from '../platform/caller.ts'
import { ConversationEntity } from './conversation-entity.ts'
import { waitingSince } from './handoff.ts'
import { type InboxFilter, inboxMatcher } from './inbox-filter.ts'
import { viewsOf } from './list-inbox.ts'

const MOST = 100

/**
 * Returns the conversations whose customers wait for a person, longest first, without those on the sandbox number. Costs
 * a read unit for about ten of them. `now` in milliseconds.
 */
export async function listWaiting(caller: Caller, filter: InboxFilter, now: number): Promise<Waiting> {
  const { organizationId } = caller
  const { data } = await ConversationEntity.query.waiting({ waitingIn: organizationId }).go({ limit: MOST + 1 })
  if (data.length === 0) return { results: [], hasMore: false }
  const isWanted = inboxMatcher({ ...filter, needsHuman: true }, now)
  const numbers = await listNumbers(organizationId)
  const waiting = data
    .slice(0, MOST)
    .filter(isWanted)
    .toSorted((a, b) => (waitingSince(a) ?? 0) - (waitingSince(b) ?? 0))
  return { results: await viewsOf(caller, waiting, numbers, now), hasMore: data.length > MOST }
}
