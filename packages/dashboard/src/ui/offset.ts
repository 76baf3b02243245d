import * as v from 'valibot'

/** The page size of lists with offset pagination. */
export const OFFSET_PAGE = 20

/** The offset in the URL. Invalid values mean the first page. */
const Offset = v.fallback(
  v.optional(
    v.pipe(v.union([v.string(), v.number()]), v.transform(Number), v.integer(), v.minValue(0), v.maxValue(999_999_999)),
  ),
  undefined,
)

/** The URL query of a list with offset pagination and no filters. */
export const OffsetSearch = v.object({ offset: Offset })

/** Returns the API query of such a page. */
export function pageQuery(offset: number | undefined): { readonly limit: string; readonly offset: string } {
  return { limit: String(OFFSET_PAGE), offset: String(offset ?? 0) }
}
