/** Returns the route that matches a path, and its `$` parameters. Fixed segments take precedence: `/agents/new` over `/agents/$id`. */
export function routeOf(
  routes: readonly string[],
  path: string,
): { readonly route: string; readonly params: Readonly<Record<string, string>> } | undefined {
  const given = segmentsOf(path)
  const matches = routes.filter((route) => {
    const segments = segmentsOf(route)
    return segments.length === given.length && segments.every((each, i) => each.startsWith('$') || each === given[i])
  })
  const [route] = matches.toSorted((a, b) => parametersIn(a) - parametersIn(b))
  if (route === undefined) return undefined
  const params = segmentsOf(route).flatMap((each, i) => (each.startsWith('$') ? [[each, given[i] ?? '']] : []))
  return { route, params: Object.fromEntries(params) }
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '')
}

function parametersIn(route: string): number {
  return segmentsOf(route).filter((segment) => segment.startsWith('$')).length
}
