import * as v from 'valibot'

/** A text. Anything else counts as absent. */
export const Text = v.fallback(v.optional(v.string()), undefined)

/** An id or a limit, which the provider writes as a number or a text. Anything else counts as absent. */
export const Word = v.fallback(
  v.optional(v.pipe(v.union([v.pipe(v.string(), v.nonEmpty()), v.number()]), v.transform(String))),
  undefined,
)

/** An id that must exist. */
export const Id = v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.nonEmpty())

/** Unix seconds of the year 5138, as which milliseconds of today would be read. */
const MILLISECONDS_FROM = 100_000_000_000
/** The last time of a `Date`, in milliseconds since the epoch. */
const LAST_TIME = 8_640_000_000_000_000

/** A time in Unix seconds, or in milliseconds since the epoch, as a number or a text: in milliseconds. */
export const AnyTime = v.pipe(
  v.union([v.pipe(v.string(), v.nonEmpty()), v.number()]),
  v.transform((time) => (Number(time) < MILLISECONDS_FROM ? Number(time) * 1000 : Number(time))),
  v.integer(),
  v.minValue(0),
  v.maxValue(LAST_TIME),
)

/** A time as `AnyTime`. Anything else counts as absent. */
export const Time = v.fallback(v.optional(AnyTime), undefined)

/** A list; absent and null are empty. */
export const List = v.nullish(v.array(v.unknown()), [])

/** A list. Anything else is empty. */
export const AnyList = v.fallback(List, [])

/** The number of the business in a webhook. */
export const Metadata = v.looseObject({ phone_number_id: Id, display_phone_number: Word })

/** Returns the items of the list `name` of an object. Undefined if `parent` is no object, or has something else there. */
export function listOf(parent: unknown, name: string): unknown[] | undefined {
  const parsed = v.safeParse(v.looseObject({ [name]: v.array(v.unknown()) }), parent)
  return parsed.success ? parsed.output[name] : undefined
}
