/** Values of a path or a query; undefined and empty ones are left out of a query. */
export type Values = Readonly<Record<string, string | undefined>>

/** Where the dashboard's API answers an endpoint: public ones are mirrored below its own prefix. */
export function dashboardPath(path: string): string {
  return path.replace(/^\/api\//, '/dashboard-api/')
}

/** Path and query of a call, percent-encoded. TypeError for a parameter that is missing. */
export function targetOf(path: string, params: Values, query: Values): string {
  const filled = dashboardPath(path).replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (!value) throw new TypeError(`${path} needs ${name}`)
    return encodeURIComponent(value)
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value) search.append(name, value)
  return search.size === 0 ? filled : `${filled}?${search}`
}
