import { words } from './words.ts'

/** Returns why the provider rejected a template, with a description if known; `''` if it was not rejected. */
export function rejectionWords(reason: string): string {
  const { withCode, ...reasons } = words.reasons
  const known = Object.entries(reasons).find(([code]) => code === reason)
  return known ? withCode(known[1], reason) : reason
}
