/** Values of a path or a query; undefined ones are left out of a query. */
export type Values = Readonly<Record<string, unknown>>

/** The names of a path's parameters, in its order. */
export function parameterNames(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\+?\}/g)].map(([, name = '']) => name)
}

/**
 * A path with its parameters filled in and percent-encoded. TypeError for a value that would lead to another path: one that
 * is no text, an empty one, a dot segment.
 */
export function fillPath(path: string, values: Values): string {
  return path.replace(/\{(\w+)(\+?)\}/g, (_, name: string, greedy: string) => {
    const value = values[name]
    const segments = typeof value !== 'string' ? [''] : greedy ? value.split('/') : [value]
    if (segments.some((segment) => ['', '.', '..'].includes(segment)))
      throw new TypeError(`${name} must be a non-empty string that is no dot segment, not ${JSON.stringify(value)}`)
    return segments.map(encodeURIComponent).join('/')
  })
}

/** A query with its question mark; an empty string when nothing is asked. */
export function queryText(values: Values): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== null) search.append(name, String(value))
  }
  return search.size === 0 ? '' : `?${search}`
}
