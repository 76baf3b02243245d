import * as v from 'valibot'

/** Parses a URL query as plain text, without JSON quotes. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

/** Builds a URL query. Omits empty and missing values. */
export function stringifySearch(values: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  return search.size === 0 ? '' : `?${search}`
}

/** Returns the page to open after signing in: `next` if it is a path of this site, else the overview. */
export function safeNext(next: string | undefined): string {
  const isPath = next?.startsWith('/') && !/^\/[/\\]/.test(next)
  return isPath && next !== undefined && !next.startsWith('/sign-in') ? next : '/'
}

/** Returns the schema of an optional query parameter of the URL. Ignores invalid values instead of failing. */
export function filter<S extends v.GenericSchema<string, string>>(schema: S) {
  return v.fallback(v.optional(schema), undefined)
}

/** Returns whether a query has any filter. */
export function isFiltered(search: Readonly<Record<string, string | undefined>>): boolean {
  return countFilters(search) > 0
}

/** Returns how many filters a query has. A start and an end are one. */
export function countFilters({
  cursor: _,
  since,
  until,
  ...filters
}: Readonly<Record<string, string | undefined>>): number {
  return [...Object.values(filters), since ?? until].filter((value) => value !== undefined).length
}
