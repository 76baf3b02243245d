import type { Waiting } from '@messaging/contract/dashboard/conversations.ts'
import { listNumbers } from '../channel/numbers/find-number.ts'
import type { Caller } from '../platform/caller.ts'
import { ConversationEntity, type ConversationItem } from './conversation-entity.ts'
import { waitingSince } from './handoff.ts'
import { type InboxFilter, inboxMatcher } from './inbox-filter.ts'
import { viewsOf } from './list-inbox.ts'

const MOST = 100

/**
 * Returns the conversations whose customers wait for a person, longest first, without those on the sandbox number. Costs
 * a read unit for about ten of them. Deletes the entries of conversations that no longer wait. `now` in milliseconds.
 */
export async function listWaiting(caller: Caller, filter: InboxFilter, now: number): Promise<Waiting> {
  const { organizationId } = caller
  const { data } = await ConversationEntity.query.waiting({ waitingIn: organizationId }).go({ limit: MOST + 1 })
  if (data.length === 0) return { results: [], hasMore: false }
  await Promise.all(data.filter((one) => waitingSince(one) === undefined).map(removeEntry))
  const isWanted = inboxMatcher({ ...filter, needsHuman: true }, now)
  const numbers = (await listNumbers(organizationId)).filter(({ sandbox }) => !sandbox)
  const waiting = data
    .slice(0, MOST)
    .filter(isWanted)
    .toSorted((a, b) => (waitingSince(a) ?? 0) - (waitingSince(b) ?? 0))
  return { results: await viewsOf(caller, waiting, numbers, now), hasMore: data.length > MOST }
}

/** The entry of a conversation stays until it is read, so that no change of the conversation can lose a newer one. */
async function removeEntry({ organizationId, id, waitingAt = '' }: ConversationItem): Promise<void> {
  await ConversationEntity.patch({ organizationId, id })
    .remove(['waitingIn', 'waitingAt'])
    .where((stored, { eq, notExists }) =>
      [eq(stored.waitingAt, waitingAt), notExists(stored.handoff), notExists(stored.humanNeededSince)].join(' AND '),
    )
    .go({ returnOnConditionCheckFailure: true })
}
