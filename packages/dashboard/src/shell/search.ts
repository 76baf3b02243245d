/** A query as the address bar shows it: plain text, without the quotes that JSON would need. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

/** Its opposite; empty and missing values are left out. */
export function stringifySearch(values: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  return search.size === 0 ? '' : `?${search}`
}

/** Where to go after signing in: a path of this site, whatever the address bar says. */
export function safeNext(next: string | undefined): string {
  const isPath = next?.startsWith('/') && !/^\/[/\\]/.test(next)
  return isPath && next !== undefined && !next.startsWith('/sign-in') ? next : '/'
}
