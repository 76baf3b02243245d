import { isTransient } from './api-error.ts'
import { isUsable, renewalDelay, subjectOf, type Token } from './token.ts'

/** `expired`: was signed in, and has to sign in again; what is on the page stays there. */
export type SessionState = 'unknown' | 'signed-out' | 'signed-in' | 'expired'

/** What a session needs of the world. */
export interface SessionWorld {
  readonly now: () => number
  /** Renews the token by the cookie. @throws ApiError 401 when the session has ended */
  readonly refresh: () => Promise<Token>
  /** Calls back after a delay in milliseconds; answers what cancels it. */
  readonly later: (run: () => void, delayMs: number) => () => void
  /** Whether this browser was signed in when it was last used: otherwise there is no cookie to ask with. */
  readonly remembered: () => boolean
  readonly remember: (isSignedIn: boolean) => void
  /** Somebody else signed in, in another tab: what this one shows is not theirs. */
  readonly becameAnother: () => void
  /** Tells the other tabs. */
  readonly tell: (news: SessionNews) => void
}
export type SessionNews = 'signed-in' | 'signed-out'

/** Who is signed in, in this tab: the id token is kept in memory only. */
export class SessionStore {
  #state: SessionState = 'unknown'
  #token: Token | undefined
  #subject: string | undefined
  #renewal: Promise<Token | undefined> | undefined
  #cancelTimer = () => {}
  readonly #listeners = new Set<() => void>()
  readonly #world: SessionWorld

  constructor(world: SessionWorld) {
    this.#world = world
  }

  /** For `useSyncExternalStore`. */
  readonly state = (): SessionState => this.#state
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The token to send; renewed when it has ended. Undefined, and the service is not asked, when nobody is signed in. */
  async token(): Promise<string | undefined> {
    if (isUsable(this.#token, this.#world.now())) return this.#token.idToken
    const mayRenew = this.#state === 'signed-in' || (this.#state === 'unknown' && this.#world.remembered())
    return mayRenew ? (await this.renew())?.idToken : undefined
  }

  /** Whether somebody is signed in: asks the service when the page was just loaded. */
  async isSignedIn(): Promise<boolean> {
    if (this.#state === 'unknown') {
      if (this.#world.remembered()) await this.renew()
      else this.#become('signed-out')
    }
    return this.#state === 'signed-in' || this.#state === 'expired'
  }

  /** A fresh token; one request however many ask for it. Undefined when the session has ended. */
  renew(): Promise<Token | undefined> {
    this.#renewal ??= this.#renew().finally(() => {
      this.#renewal = undefined
    })
    return this.#renewal
  }

  async #renew(): Promise<Token | undefined> {
    try {
      const token = await this.#world.refresh()
      this.#keep(token)
      return token
    } catch (error) {
      // A service that cannot be reached has not ended the session.
      if (isTransient(error)) throw error
      this.#end(this.#state === 'unknown' || this.#state === 'signed-out' ? 'signed-out' : 'expired')
      return undefined
    }
  }

  signedIn(token: Token): void {
    this.#keep(token)
    this.#world.tell('signed-in')
  }

  signedOut(): void {
    this.#end('signed-out')
    this.#world.tell('signed-out')
  }

  /** What another tab told. */
  hear(news: SessionNews): void {
    if (news === 'signed-out') this.#end('signed-out')
    // The cookie is theirs now, and so will be this tab's next token.
    else void this.renew().catch(() => {})
  }

  #keep(token: Token): void {
    const subject = subjectOf(token)
    if (this.#subject !== undefined && subject !== this.#subject) this.#world.becameAnother()
    this.#subject = subject
    this.#token = token
    this.#world.remember(true)
    this.#cancelTimer()
    const delay = renewalDelay(token, this.#world.now())
    this.#cancelTimer = this.#world.later(() => void this.renew().catch(() => {}), delay)
    this.#become('signed-in')
  }

  #end(state: SessionState): void {
    this.#token = undefined
    if (state === 'signed-out') this.#subject = undefined
    this.#world.remember(false)
    this.#cancelTimer()
    this.#become(state)
  }

  #become(state: SessionState): void {
    if (this.#state === state) return
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}
