import * as v from 'valibot'
import { DEFAULT_LIMIT, Limit } from '../page.ts'

/** What all endpoints of the dashboard have in common: they are called by the web app alone. */
export const forBrowsers = { audience: 'browsers' } as const

/** A moment as a query or body carries it (ISO 8601 with a zone). Read as milliseconds since the epoch. */
export const Moment = v.pipe(
  v.string(),
  v.check(
    (text) => /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(text),
    'must be an ISO 8601 date-time with a zone',
  ),
  v.transform((text) => Date.parse(text)),
  v.check((at) => !Number.isNaN(at), 'must be an ISO 8601 date-time with a zone'),
)

/** Items of a page of a list that goes by cursor. */
export const CursorQuery = v.object({
  limit: v.optional(Limit, String(DEFAULT_LIMIT)),
  cursor: v.pipe(v.optional(v.string()), v.description('`nextCursor` of the page before.')),
})

/**
 * A page of a list that goes by cursor. With a filter that few items pass it can hold less than `limit`, or nothing, and still
 * have a `nextCursor`: null is the only end.
 */
export function cursorPageOf<Item extends v.GenericSchema>(item: Item) {
  return v.object({ results: v.array(item), nextCursor: v.nullable(v.string()) })
}

/** Yes or no, as a query carries it. */
export const Flag = v.pipe(
  v.picklist(['true', 'false'], 'must be true or false'),
  v.transform((text) => text === 'true'),
)
