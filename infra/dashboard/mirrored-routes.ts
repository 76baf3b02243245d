import type { Routes } from '../api-stack.ts'

/** Routes of the proxy, which is for programs: it returns the provider's responses. */
const FOR_PROGRAMS = /^msg-accounts\/proxy-/

/** Returns the routes of the API for clients that the dashboard has too: those that authenticate the caller, except the proxy. */
export function mirroredRoutes(routes: Routes): [string, Routes[string]][] {
  return Object.entries(routes).filter(([entry, { access }]) => access !== 'public' && !FOR_PROGRAMS.test(entry))
}

/** Returns the path in the dashboard's API: `/api/v1/agents/` → `/dashboard-api/v1/agents/`. */
export function mirroredPath(path: string): string {
  return path.replace(/^\/api\//, '/dashboard-api/')
}
