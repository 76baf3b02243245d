import type { Caller } from '../../platform/caller.ts'

/** Who created a version of an agent, and when (milliseconds since the epoch). */
export interface Edit {
  readonly changedAt?: number
  /** The email address of a user, or the name of an API key. */
  readonly changedBy?: string
  readonly changedWith?: 'user' | 'apiKey'
}

/** Returns the record of a change that `caller` makes now. */
export function editOf({ apiKey, email }: Caller, now: number): Edit & { readonly changedAt: number } {
  const [changedBy, changedWith] = apiKey ? [apiKey.name, 'apiKey' as const] : [email, 'user' as const]
  return { changedAt: now, ...(changedBy !== undefined && { changedBy, changedWith }) }
}
