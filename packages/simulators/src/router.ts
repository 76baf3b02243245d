import type { IncomingHttpHeaders } from 'node:http'
import type { Reply } from './http.ts'

export interface Call {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: Buffer
  /** Returns a named part of the path. @throws Error if the route's path has no such part */
  param(name: string): string
}

/** A reply with optional effects: a disconnect instead of a response, or work after the response. */
export interface RouteReply extends Reply {
  /** Whether the connection is closed without a response. */
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

/** Returns the named parts of `path`, or undefined if it does not match the template. Trailing slashes are ignored. */
function matchPath(template: string, path: string): Map<string, string> | undefined {
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

/** Finds the first route that matches method and path. Returns it with its call. */
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
