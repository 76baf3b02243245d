import { AUDIT_DAYS, type AuditAction, type AuditObject } from '@messaging/contract/audit.ts'
import { DAY_MILLISECONDS, monthOf, timeOfId } from '../clock.ts'
import { invalidCursor } from '../paging/cursor.ts'
import { listNewestFirst, type NewestFirst, type ReadPart } from '../paging/newest-first.ts'
import { AuditEntity, type AuditItem } from './audit-entity.ts'

export interface AuditFilter {
  /** The id of a user or of an API key. */
  readonly actor?: string
  readonly action?: AuditAction
  readonly object?: AuditObject
  readonly objectId?: string
  /** Limits the time, in milliseconds: `since` is included, `until` is excluded. */
  readonly since?: number
  readonly until?: number
}

/** An id, or the part of one that is its time. */
const CURSOR = /^[0-9a-f]{8}-[0-9a-f]{4}(-[0-9a-f]{4}){0,2}(-[0-9a-f]{12})?$/
const READ_AT_ONCE_FILTERED = 500

/**
 * Returns a page of an organisation's audit log, newest first. A page examines at most 2,000 entries. With a filter
 * that few entries pass, it can be shorter than `limit` and still have a cursor. `now` in milliseconds.
 * @throws ServiceError 400 for an invalid cursor
 */
export async function listEntries(
  organizationId: string,
  filter: AuditFilter,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
  now: number,
): Promise<NewestFirst<AuditItem>> {
  if (cursor !== undefined && !CURSOR.test(cursor)) throw invalidCursor()
  const since = Math.max(filter.since ?? 0, now - AUDIT_DAYS * DAY_MILLISECONDS)
  const end = firstIdAt(Math.min(filter.until ?? Number.POSITIVE_INFINITY, now + DAY_MILLISECONDS))
  const read: ReadPart<AuditItem> = async ({ from = end, limit: most }) => {
    const until = from < end ? from : end
    const month = monthOf(lastTimeBefore(until))
    const start = Math.max(since, Date.parse(`${month}-01T00:00:00Z`))
    const first = firstIdAt(start)
    if (until <= first) return { items: [], end: null }
    const { data, cursor: next } = await AuditEntity.query
      .byTime({ organizationId, month })
      .between({ id: first }, { id: until })
      .go({ limit: most, order: 'desc' })
    const items = data.filter((entry) => entry.id < until && passes(filter, entry))
    if (next !== null) return { items, end: data.at(-1)?.id ?? first }
    return { items, end: start <= since ? null : first }
  }
  const isFiltered = [filter.actor, filter.action, filter.object, filter.objectId].some((each) => each !== undefined)
  const each = isFiltered ? READ_AT_ONCE_FILTERED : limit + 1
  return await listNewestFirst([read], { limit, each, ...(cursor !== undefined && { cursor }) })
}

function passes({ actor, action, object, objectId }: AuditFilter, entry: AuditItem): boolean {
  return (
    (actor === undefined || actor === entry.userId || actor === entry.apiKeyId) &&
    (action === undefined || action === entry.action) &&
    (object === undefined || object === entry.object) &&
    (objectId === undefined || objectId === entry.objectId)
  )
}

/** The length of the part of an id that is its time. */
const TIME_LENGTH = 13

/** Returns a text that sorts before every id of that time or later. */
function firstIdAt(milliseconds: number): string {
  const time = Math.max(0, Math.floor(milliseconds)).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}`
}

/** Returns the latest time at which an id can sort before `until`, an id or a text of `firstIdAt`. */
function lastTimeBefore(until: string): number {
  return timeOfId(until) - (until.length === TIME_LENGTH ? 1 : 0)
}
