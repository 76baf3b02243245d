import { createHash } from 'node:crypto'
import type { InboxChanges } from '@messaging/contract/dashboard/conversations.ts'
import * as v from 'valibot'
import { listNumbers } from '../channel/numbers/find-number.ts'
import type { Caller } from '../platform/caller.ts'
import { invalidField } from '../platform/errors.ts'
import { ENTRY_LAG_MILLISECONDS } from './activity-pages.ts'
import type { ConversationItem } from './conversation-entity.ts'
import { waitingSince } from './handoff.ts'
import { type InboxFilter, inboxMatcher } from './inbox-filter.ts'
import { listListedSince } from './list-by-activity.ts'
import { viewsOf } from './list-inbox.ts'

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
export async function listChanges(caller: Caller, query: ChangesQuery, now: number): Promise<InboxChanges> {
  const { organizationId } = caller
  const { since, hash } = parseVersion(query.version, now)
  const items = await listListedSince(organizationId, since, MAX_CHANGES)
  if (!items) return { version: null, changes: [] }
  const next = Math.max(since, now - RECENT_MILLISECONDS)
  const version = `${next}.${hashOf(items.filter(({ listedAt = 0 }) => listedAt >= next))}`
  if (hashOf(items) === hash) return { version, changes: [] }
  const isWanted = inboxMatcher(query, now)
  const wanted = new Set(items.filter(isWanted).map(({ id }) => id))
  const views = await viewsOf(caller, items, await listNumbers(organizationId), now)
  return {
    version,
    changes: views.map((conversation) => ({ ...conversation, isWanted: wanted.has(conversation.id) })),
  }
}

/** The time since which index entries are read, and a hash of what these conversations were. */
const Version = v.pipe(v.string(), v.regex(/^\d{1,13}\.[\da-f]{16}$/))

function parseVersion(version: string | undefined, now: number): { readonly since: number; readonly hash?: string } {
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
      waitingSince(item),
      item.humanTakeoverUntil,
      item.routingVersion,
    ])
    .toSorted(([a], [b]) => String(a).localeCompare(String(b)))
  return createHash('sha256').update(JSON.stringify(states)).digest('hex').slice(0, 16)
}
