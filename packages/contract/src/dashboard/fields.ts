import * as v from 'valibot'
import { DEFAULT_LIMIT, Limit } from '../page.ts'

/** Common fields of the dashboard's endpoints: only the web app calls them. */
export const forBrowsers = { audience: 'browsers' } as const

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
