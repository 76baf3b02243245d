import * as v from 'valibot'

/** Returns the schema of an optional query parameter of the URL. Ignores invalid values instead of failing. */
export function filter<S extends v.GenericSchema<string, string>>(schema: S) {
  return v.fallback(v.optional(schema), undefined)
}

/** Returns whether a query has any filter. */
export function isFiltered({ cursor: _, ...filters }: Readonly<Record<string, string | undefined>>): boolean {
  return Object.values(filters).some((value) => value !== undefined)
}
