import type { Routes } from '../api-stack.ts'

/** Routes of the proxy, which is for programs: it returns the provider's responses. */
const FOR_PROGRAMS = /^msg-accounts\/proxy-/

/**
 * Returns the routes of the API for clients that the dashboard has too: those that authenticate the caller, except the
 * proxy and those for which the dashboard has a route of its own.
 */
export function mirroredRoutes(routes: Routes, own: Routes): [string, Routes[string]][] {
  const taken = new Set(Object.values(own).map(({ method, path }) => `${method} ${path}`))
  return Object.entries(routes).filter(
    ([entry, { method, path, access }]) =>
      access !== 'public' && !FOR_PROGRAMS.test(entry) && !taken.has(`${method} ${mirroredPath(path)}`),
  )
}

/** Returns the path in the dashboard's API: `/api/v1/agents/` → `/dashboard-api/v1/agents/`. */
export function mirroredPath(path: string): string {
  return path.replace(/^\/api\//, '/dashboard-api/')
}
