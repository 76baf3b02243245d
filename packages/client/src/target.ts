/** Values of a path or a query. A query omits undefined values. */
export type Values = Readonly<Record<string, unknown>>

export function parameterNames(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\+?\}/g)].map(([, name = '']) => name)
}

/** Percent-encodes values. @throws TypeError for one that changes the path: not a string, empty, or a dot segment */
export function fillPath(path: string, values: Values): string {
  return path.replace(/\{(\w+)(\+?)\}/g, (_, name: string, greedy: string) => {
    const value = values[name]
    const segments = typeof value !== 'string' ? [''] : greedy ? value.split('/') : [value]
    if (segments.some((segment) => ['', '.', '..'].includes(segment)))
      throw new TypeError(`${name} must be a non-empty string without dot segments, not ${JSON.stringify(value)}`)
    return segments.map(encodeURIComponent).join('/')
  })
}

/** Returns a query with its question mark, or an empty string if there are no values. */
export function queryText(values: Values): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== null) search.append(name, String(value))
  }
  return search.size === 0 ? '' : `?${search}`
}
