import * as v from 'valibot'

/** Returns the schema of an optional query parameter of the URL. Ignores invalid values instead of failing. */
export function filter<S extends v.GenericSchema<string, string>>(schema: S) {
  return v.fallback(v.optional(schema), undefined)
}
