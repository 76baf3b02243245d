import * as v from 'valibot'

/** An id token as the session endpoints hand it out, and when it ends, in milliseconds since the epoch. */
export interface Token {
  readonly idToken: string
  readonly expiresAt: number
}

/** Whom an id token stands for; undefined when it does not say. It is not verified here: the service does that. */
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

/** A token is renewed this long before it ends, so that no request travels with one that ends on its way. */
export const RENEWAL_LEAD_MS = 120_000
/** Below this a token is not sent any more. */
const LEAST_LEFT_MS = 15_000
/** The longest that a timer of a browser can wait. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** A token from an answer that came at `now`; `expiresIn` in seconds. */
export function tokenOf(answer: { readonly idToken: string; readonly expiresIn: number }, now: number): Token {
  return { idToken: answer.idToken, expiresAt: now + answer.expiresIn * 1000 }
}

/** Whether a token may still be sent. */
export function isUsable(token: Token | undefined, now: number): token is Token {
  return token !== undefined && token.expiresAt - now > LEAST_LEFT_MS
}

/** Milliseconds until a token should be renewed: at once when it is late already. */
export function renewalDelay({ expiresAt }: Token, now: number): number {
  return Math.min(LONGEST_TIMER_MS, Math.max(0, expiresAt - now - RENEWAL_LEAD_MS))
}
