import * as v from 'valibot'

/** An id token of the session endpoints, and its expiry in milliseconds since the epoch. */
export interface Token {
  readonly idToken: string
  readonly expiresAt: number
}

/** Returns the subject of an id token, or undefined if it has none. Does not verify the token: the service does. */
export function subjectOf({ idToken }: Token): string | undefined {
  try {
    const [, payload = ''] = idToken.split('.')
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    const { sub } = v.parse(v.object({ sub: v.string() }), claims)
    return sub
  } catch {
    return undefined
  }
}

/** A token is renewed this long before it expires, so that it does not expire during a request. */
export const RENEWAL_LEAD_MS = 120_000
/** A token with less time left is not sent. */
const MIN_LIFETIME_MS = 15_000
/** The longest timer delay of browsers. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Builds a token from a response received at `now`. `expiresIn` is in seconds. */
export function tokenOf(response: { readonly idToken: string; readonly expiresIn: number }, now: number): Token {
  return { idToken: response.idToken, expiresAt: now + response.expiresIn * 1000 }
}

/** Returns whether a token can still be sent. */
export function isUsable(token: Token | undefined, now: number): token is Token {
  return token !== undefined && token.expiresAt - now > MIN_LIFETIME_MS
}

/** Returns the milliseconds until a token should be renewed; 0 if the renewal is overdue. */
export function renewalDelay({ expiresAt }: Token, now: number): number {
  return Math.min(LONGEST_TIMER_MS, Math.max(0, expiresAt - now - RENEWAL_LEAD_MS))
}
