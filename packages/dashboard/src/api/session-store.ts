import type { EpochMs, Ms } from '@replywright/contract/time.ts'
import * as v from 'valibot'
import { isTransient } from './api-error.ts'

/** `expired`: the session ended during use. The user must sign in again, and the page stays open. */
export type SessionState = 'unknown' | 'signed-out' | 'signed-in' | 'expired'

/** The external functions that a session uses. */
interface SessionEnvironment {
  readonly now: () => EpochMs
  /** Renews the token with the session cookie. @throws ApiError 401 if the session has ended */
  readonly refresh: () => Promise<Token>
  /** Runs a function after a delay. Returns a function that cancels it. */
  readonly schedule: (run: () => void, delayMs: Ms) => () => void
  /** Returns whether this browser was signed in when it was last used. Otherwise there is no session cookie. */
  readonly remembered: () => boolean
  readonly remember: (isSignedIn: boolean) => void
  /** Runs when the user of the session is known, before the first call. */
  readonly onUser: (subject: string) => void
  /** Runs when another user has signed in, in another tab. This tab still shows the previous user's data. */
  readonly onUserChange: () => void
  /** Sends a message to the other tabs. */
  readonly send: (message: SessionMessage) => void
}
export type SessionMessage = 'signed-in' | 'signed-out'

/** The session of this tab. The id token is kept in memory only. */
export class SessionStore {
  #state: SessionState = 'unknown'
  #token: Token | undefined
  #subject: string | undefined
  #renewal: Promise<Token | undefined> | undefined
  /** Increases with each sign-in and sign-out, so that a renewal that began before has no effect. */
  #generation = 0
  #cancelTimer = () => {}
  readonly #listeners = new Set<() => void>()
  readonly #environment: SessionEnvironment

  constructor(environment: SessionEnvironment) {
    this.#environment = environment
  }

  /** For `useSyncExternalStore`. */
  readonly state = (): SessionState => this.#state
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Returns the token to send, renewed if expired; undefined, without a request, if no user is signed in. */
  async token(): Promise<string | undefined> {
    if (isUsable(this.#token, this.#environment.now())) return this.#token.idToken
    const mayRenew = this.#state === 'signed-in' || (this.#state === 'unknown' && this.#environment.remembered())
    return mayRenew ? (await this.renew())?.idToken : undefined
  }

  /** Returns whether a user is signed in. Asks the service right after the page was loaded. */
  async isSignedIn(): Promise<boolean> {
    if (this.#state === 'unknown') {
      if (this.#environment.remembered()) await this.renew()
      else this.#setState('signed-out')
    }
    return this.#state === 'signed-in' || this.#state === 'expired'
  }

  /** Returns a new token, or undefined if the session has ended. Concurrent calls share one request. */
  renew(): Promise<Token | undefined> {
    if (this.#renewal) return this.#renewal
    const renewal = this.#renew().finally(() => {
      if (this.#renewal === renewal) this.#renewal = undefined
    })
    this.#renewal = renewal
    return renewal
  }

  async #renew(): Promise<Token | undefined> {
    const generation = this.#generation
    try {
      const token = await this.#environment.refresh()
      if (generation === this.#generation) this.#keep(token)
    } catch (error) {
      // An unreachable service does not end the session.
      if (isTransient(error)) throw error
      if (generation === this.#generation)
        this.#end(this.#state === 'unknown' || this.#state === 'signed-out' ? 'signed-out' : 'expired')
    }
    // A sign-in in another tab began a newer renewal, which decides.
    if (generation !== this.#generation && this.#renewal) return await this.#renewal
    return this.#token
  }

  signedIn(token: Token): void {
    this.#supersedeRenewal()
    this.#keep(token)
    this.#environment.send('signed-in')
  }

  signedOut(): void {
    this.#supersedeRenewal()
    this.#end('signed-out')
    this.#environment.send('signed-out')
  }

  /** Handles a message of another tab. */
  receive(message: SessionMessage): void {
    this.#supersedeRenewal()
    if (message === 'signed-out') this.#end('signed-out')
    // The tabs share the cookie, so this tab gets a token of the new session.
    else void this.renew().catch(() => {})
  }

  #supersedeRenewal(): void {
    this.#generation += 1
    this.#renewal = undefined
  }

  #keep(token: Token): void {
    const subject = subjectOf(token)
    if (this.#subject !== undefined && subject !== this.#subject) this.#environment.onUserChange()
    if (subject !== undefined && subject !== this.#subject) this.#environment.onUser(subject)
    this.#subject = subject
    this.#token = token
    this.#environment.remember(true)
    this.#cancelTimer()
    const delay = renewalDelay(token, this.#environment.now())
    this.#cancelTimer = this.#environment.schedule(() => void this.renew().catch(() => {}), delay)
    this.#setState('signed-in')
  }

  #end(state: SessionState): void {
    this.#token = undefined
    if (state === 'signed-out') this.#subject = undefined
    this.#environment.remember(false)
    this.#cancelTimer()
    this.#setState(state)
  }

  #setState(state: SessionState): void {
    if (this.#state === state) return
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}

/** An id token of the session endpoints, and its expiry. */
export interface Token {
  readonly idToken: string
  readonly expiresAt: EpochMs
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
export function tokenOf(response: { readonly idToken: string; readonly expiresIn: number }, now: EpochMs): Token {
  return { idToken: response.idToken, expiresAt: now + response.expiresIn * 1000 }
}

/** Returns whether a token can still be sent. */
export function isUsable(token: Token | undefined, now: EpochMs): token is Token {
  return token !== undefined && token.expiresAt - now > MIN_LIFETIME_MS
}

/** Returns how long until a token should be renewed; 0 if the renewal is overdue. */
export function renewalDelay({ expiresAt }: Token, now: EpochMs): Ms {
  return Math.min(LONGEST_TIMER_MS, Math.max(0, expiresAt - now - RENEWAL_LEAD_MS))
}
