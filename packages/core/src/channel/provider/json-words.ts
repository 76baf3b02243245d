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

/** A time in Unix seconds, as a number or a text, in milliseconds. Anything else counts as absent. */
export const Time = v.fallback(
  v.optional(
    v.pipe(
      v.union([v.string(), v.number()]),
      v.transform((seconds) => Number(seconds) * 1000),
      v.finite(),
    ),
  ),
  undefined,
)

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
