import * as v from 'valibot'

/** Items of a page unless asked otherwise, and at most (decisions, Wire). */
export const DEFAULT_LIMIT = 20
export const LARGEST_LIMIT = 100

const LARGEST_OFFSET = 999_999_999

/** A whole number as a query carries it. */
const whole = (minimum: number, maximum: number) =>
  v.pipe(
    v.string(),
    v.check((text) => /^-?\d+$/.test(text), 'must be a whole number'),
    v.metadata({ type: 'integer', minimum, maximum }),
    v.transform(Number),
    v.minValue(minimum, `must be between ${minimum} and ${maximum}`),
    v.maxValue(maximum, `must be between ${minimum} and ${maximum}`),
  )

const Offset = v.pipe(v.optional(whole(0, LARGEST_OFFSET), '0'), v.description('Items to skip.'))
export const Limit = whole(1, LARGEST_LIMIT)

/** Query of a list that answers a bare array: all of it, or the slice that is asked for. */
export const SliceQuery = v.object({
  offset: Offset,
  limit: v.pipe(v.optional(Limit), v.description('Items to answer; all of them unless given.')),
})
export type SliceQuery = v.InferOutput<typeof SliceQuery>

/** Query of every list that answers pages. `cursor` comes with `next` and spares reading what was skipped. */
export const PageQuery = v.object({
  offset: Offset,
  limit: v.pipe(v.optional(Limit, String(DEFAULT_LIMIT)), v.description('Items of a page.')),
  cursor: v.pipe(v.optional(v.string()), v.description('Comes with `next`: follow that link rather than making one.')),
})
export type PageQuery = v.InferOutput<typeof PageQuery>

/** A page of a list (spec, Conventions). `next` and `previous` are absolute URLs. */
export function pageOf<Item extends v.GenericSchema>(item: Item) {
  return v.object({
    count: v.pipe(v.number(), v.integer(), v.description('Items of the whole list.')),
    next: v.pipe(v.nullable(v.pipe(v.string(), v.url())), v.description('Absolute URL of the next page.')),
    previous: v.pipe(v.nullable(v.pipe(v.string(), v.url())), v.description('Absolute URL of the page before.')),
    results: v.array(item),
  })
}
