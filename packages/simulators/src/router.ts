import type { IncomingHttpHeaders } from 'node:http'
import type { Reply } from './http.ts'

/** One request, read whole. */
export interface Call {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: Buffer
  /** A named part of the path; throws when the route's path has no such part. */
  param(name: string): string
}

/** A reply that may cut the connection instead, or go on after it was sent. */
export interface RouteReply extends Reply {
  /** Cut the connection without an answer. */
  drop?: boolean
  afterwards?: () => void | Promise<void>
}

export interface Route<World> {
  method: string
  /** Segments in braces match anything: `/customers/{customer}/chat`. */
  path: string
  handle(call: Call, world: World): RouteReply | Promise<RouteReply>
}

function segments(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '')
}

/** The named parts of `path`, or undefined when it does not fit the template. Slashes at the end do not count. */
export function matchPath(template: string, path: string): Map<string, string> | undefined {
  const expected = segments(template)
  const actual = segments(path)
  if (expected.length !== actual.length) return undefined
  const params = new Map<string, string>()
  for (const [i, part] of expected.entries()) {
    const value = actual[i] ?? ''
    if (part.startsWith('{')) params.set(part.slice(1, -1), decodeURIComponent(value))
    else if (part !== value) return undefined
  }
  return params
}

/** The first route that fits the method and path, with the call it will be given. */
export function findRoute<World>(
  routes: readonly Route<World>[],
  call: Omit<Call, 'param'>,
): { route: Route<World>; call: Call } | undefined {
  for (const route of routes) {
    const params = route.method === call.method ? matchPath(route.path, call.path) : undefined
    if (!params) continue
    const param = (name: string) => {
      const value = params.get(name)
      if (value === undefined) throw new Error(`${route.path} has no part ${name}`)
      return value
    }
    return { route, call: { ...call, param } }
  }
  return undefined
}
