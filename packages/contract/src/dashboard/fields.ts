import * as v from 'valibot'
import { DEFAULT_LIMIT, Limit } from '../page.ts'

/** Common fields of the dashboard's endpoints: only the web app calls them. */
export const forBrowsers = { audience: 'browsers' } as const

/** A time in a query or body (ISO 8601 with a zone). Parsed as milliseconds since the epoch. */
export const Moment = v.pipe(
  v.string(),
  v.check(
    (text) => /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(text),
    'must be an ISO 8601 date-time with a zone',
  ),
  v.transform((text) => Date.parse(text)),
  v.check((at) => !Number.isNaN(at), 'must be an ISO 8601 date-time with a zone'),
)

/** Query of a list with cursors. */
export const CursorQuery = v.object({
  limit: v.optional(Limit, String(DEFAULT_LIMIT)),
  cursor: v.pipe(v.optional(v.string()), v.description('`nextCursor` of the previous page.')),
})

/** Returns a page. If filtered, it can be short or empty and still have a `nextCursor`; null ends the list. */
export function cursorPageOf<Item extends v.GenericSchema>(item: Item) {
  return v.object({ results: v.array(item), nextCursor: v.nullable(v.string()) })
}

/** A boolean in a query string. */
export const Flag = v.pipe(
  v.picklist(['true', 'false'], 'must be true or false'),
  v.transform((text) => text === 'true'),
)
