import * as v from 'valibot'

/** Items of a page unless asked otherwise, and at most (decisions, Wire). */
export const DEFAULT_LIMIT = 20
export const LARGEST_LIMIT = 100

const Whole = v.pipe(v.string(), v.regex(/^\d{1,9}$/, 'must be a whole number'), v.transform(Number))

/** Query of every list that answers pages. `cursor` comes with `next` and spares reading what was skipped. */
export const PageQuery = v.object({
  offset: v.optional(Whole, '0'),
  limit: v.optional(
    v.pipe(Whole, v.minValue(1, 'must be at least 1'), v.maxValue(LARGEST_LIMIT, `must be at most ${LARGEST_LIMIT}`)),
    String(DEFAULT_LIMIT),
  ),
  cursor: v.optional(v.string()),
})
export type PageQuery = v.InferOutput<typeof PageQuery>

/** A page of a list (spec, Conventions). `next` and `previous` are absolute URLs. */
export function pageOf<Item extends v.GenericSchema>(item: Item) {
  return v.object({
    count: v.pipe(v.number(), v.integer()),
    next: v.nullable(v.pipe(v.string(), v.url())),
    previous: v.nullable(v.pipe(v.string(), v.url())),
    results: v.array(item),
  })
}
