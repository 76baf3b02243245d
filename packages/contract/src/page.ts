import * as v from 'valibot'

/** Default and maximum number of items on a page (decisions, Wire). */
export const DEFAULT_LIMIT = 20
export const LARGEST_LIMIT = 100

const LARGEST_OFFSET = 999_999_999

const whole = (minimum: number, maximum: number) =>
  v.pipe(
    v.string(),
    v.check((text) => /^-?\d+$/.test(text), 'must be a whole number'),
    v.metadata({ type: 'integer', minimum, maximum }),
    v.transform(Number),
    v.minValue(minimum, `must be between ${minimum} and ${maximum}`),
    v.maxValue(maximum, `must be between ${minimum} and ${maximum}`),
  )

const Offset = v.pipe(v.optional(whole(0, LARGEST_OFFSET), '0'), v.description('Number of items to skip.'))
export const Limit = whole(1, LARGEST_LIMIT)

/** Query of a list that returns a bare array: the whole list, or a slice. */
export const SliceQuery = v.object({
  offset: Offset,
  limit: v.pipe(v.optional(Limit), v.description('Maximum number of items to return. Defaults to all items.')),
})
export type SliceQuery = v.InferOutput<typeof SliceQuery>

/** Query of a list that returns a bare array of at most 100 items. */
export const ShortSliceQuery = v.object({
  offset: Offset,
  limit: v.pipe(v.optional(Limit, String(LARGEST_LIMIT)), v.description('Maximum number of items to return.')),
})
export type ShortSliceQuery = v.InferOutput<typeof ShortSliceQuery>

/** Skipped items are read, so their number is limited. */
export const MOST_SKIPPED = 1000

const Skipped = v.pipe(Offset, v.description('Number of items to skip, at most 1,000 without a cursor.'))

/** Query of a list that returns pages. `cursor` is part of `next` and avoids reading the skipped items. */
export const PageQuery = v.object({
  offset: Skipped,
  limit: v.pipe(v.optional(Limit, String(DEFAULT_LIMIT)), v.description('Maximum number of items on a page.')),
  cursor: v.pipe(
    v.optional(v.pipe(v.string(), v.metadata({ pattern: String.raw`^[\w.-]*$` }))),
    v.description('Part of the URL in `next`. Use that URL; do not build a cursor.'),
  ),
})
export type PageQuery = v.InferOutput<typeof PageQuery>

/** Returns the schema of a page (spec, Conventions). `next` and `previous` are absolute URLs. */
export function pageOf<Item extends v.GenericSchema>(item: Item) {
  return v.pipe(
    v.object({
      count: v.pipe(v.number(), v.integer(), v.description('Number of items in the whole list.')),
      next: v.pipe(v.nullable(v.pipe(v.string(), v.url())), v.description('Absolute URL of the next page.')),
      previous: v.pipe(
        v.nullable(v.pipe(v.string(), v.url())),
        v.description(
          'Absolute URL of the previous page. Null on the first one, and far behind it in a list that is read forward only.',
        ),
      ),
      results: v.array(item),
    }),
    v.description('A page of a list.'),
  )
}

/** A page as an operation returns it. `http` turns it into the API's response with URLs. */
export interface PageResponse<Item> {
  readonly count: number
  readonly results: readonly Item[]
  /** Cursor of the next page; null on the last one. */
  readonly nextCursor: string | null
  /** Cursor of the previous page, in a list that can be read in both directions. @default found by its offset */
  readonly previousCursor?: string
}
