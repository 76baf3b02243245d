import * as v from 'valibot'

/** The command line passes context values as strings (`-c burst=50`), cdk.json as JSON. */
export const fromText = <const S extends v.GenericSchema<unknown>>(schema: S) =>
  v.pipe(
    v.unknown(),
    v.transform((value) => (typeof value === 'string' ? parseText(value) : value)),
    schema,
  )

function parseText(value: string): unknown {
  if (value === 'true' || value === 'false') return value === 'true'
  return value.trim() === '' ? value : Number(value)
}

export const count = (minimum: number, maximum: number) =>
  fromText(v.pipe(v.number(), v.integer(), v.minValue(minimum), v.maxValue(maximum)))

export const flag = fromText(v.boolean())

/** An address, or `''` for none. */
export const address = v.optional(v.union([v.literal(''), v.pipe(v.string(), v.email('expected an address'))]), '')
