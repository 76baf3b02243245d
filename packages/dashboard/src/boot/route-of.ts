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

/** The reads that pages start with, by route. They are sent before the code of the page is loaded. `$id` is taken from the path. */
export const EARLY_READS: Readonly<Record<string, readonly string[]>> = {
  '/': ['/v1/overview/?period=24h'],
  '/conversations': ['/v1/inbox/?done=false&limit=25'],
  '/deliveries': ['/v1/webhook-deliveries/?limit=20', '/v1/webhooks/?limit=100'],
  '/deliveries/$id': ['/v1/webhook-deliveries/$id/'],
  '/webhooks': ['/v1/webhooks/?limit=100'],
  '/webhooks/$id': ['/v1/webhooks/$id/'],
  '/agents': ['/v1/agents/?limit=20&offset=0'],
  '/agents/$id': ['/v1/agents/$id/'],
  '/accounts': ['/v1/msg-accounts/'],
  '/numbers': ['/v1/phone-numbers/?limit=20&offset=0'],
  '/templates': ['/v1/msg-templates/'],
  '/api-keys': ['/v1/api-keys/'],
  '/members': ['/v1/members/'],
}
