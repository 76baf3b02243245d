import type { Routes } from '../api-stack.ts'

/** The proxy is for programs: it answers in the provider's words. */
const FOR_PROGRAMS = /^msg-accounts\/proxy-/

/** Routes of the API for clients that the dashboard has too: those that ask who calls. */
export function mirroredRoutes(routes: Routes): [string, Routes[string]][] {
  return Object.entries(routes).filter(([entry, { access }]) => access !== 'public' && !FOR_PROGRAMS.test(entry))
}

/** Where the dashboard has it: `/api/v1/agents/` → `/dashboard-api/v1/agents/`. */
export function mirroredPath(path: string): string {
  return path.replace(/^\/api\//, '/dashboard-api/')
}
