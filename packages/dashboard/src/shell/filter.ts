import * as v from 'valibot'

/** A part of the address bar's query that may be missing; what does not fit counts as missing, instead of as an error. */
export function filter<S extends v.GenericSchema<string, string>>(schema: S) {
  return v.fallback(v.optional(schema), undefined)
}
