/** Values of a path or a query. A query omits undefined and empty values. */
export type Values = Readonly<Record<string, string | undefined>>

/** Returns the path of an endpoint at the dashboard's API, which mirrors the public endpoints under its own prefix. */
export function dashboardPath(path: string): string {
  return path.replace(/^\/api\//, '/dashboard-api/')
}

/** Returns the path and query of a call, percent-encoded. @throws TypeError if a path parameter is missing */
export function targetOf(path: string, params: Values, query: Values): string {
  const filled = dashboardPath(path).replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (!value) throw new TypeError(`${path} requires ${name}`)
    return encodeURIComponent(value)
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value) search.append(name, value)
  return search.size === 0 ? filled : `${filled}?${search}`
}
