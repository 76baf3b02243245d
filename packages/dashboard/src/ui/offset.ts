import * as v from 'valibot'

/** Items of a page of a list that goes by number. */
export const OFFSET_PAGE = 20

/** Where a list begins, as the address bar says it; anything but a whole number is the beginning. */
export const Offset = v.fallback(
  v.optional(
    v.pipe(v.union([v.string(), v.number()]), v.transform(Number), v.integer(), v.minValue(0), v.maxValue(999_999_999)),
  ),
  undefined,
)

/** The address of a page of a list that goes by number and has no filters. */
export const OffsetSearch = v.object({ offset: Offset })

/** The query of such a page. */
export function pageQuery(offset: number | undefined): { readonly limit: string; readonly offset: string } {
  return { limit: String(OFFSET_PAGE), offset: String(offset ?? 0) }
}
