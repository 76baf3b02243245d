/** An unfinished request counts as interrupted after this time, and may run again. */
export const MAX_RUN_MILLISECONDS = 60_000

/** The last run of a request with an Idempotency-Key. */
interface LastRun {
  readonly fingerprint: string
  readonly startedAt: number
  readonly failed?: boolean
  /** The stored response; absent while the request is running, and if it is too large to store. */
  readonly answer?: string
  /** The request succeeded, and its response is too large to store. */
  readonly isLarge?: boolean
}

export type Repeat =
  | { readonly kind: 'repeat'; readonly response: string }
  /** The last run failed, or it was interrupted and this request repeats it. */
  | { readonly kind: 'again' }
  | { readonly kind: 'in-progress' }
  /** The last run succeeded, but its response was not stored. */
  | { readonly kind: 'not-stored' }
  | { readonly kind: 'other-request' }

/** Decides what a request does whose key was used before. `now` in milliseconds. */
export function decideRepeat(
  { answer, failed, isLarge, startedAt, ...last }: LastRun,
  fingerprint: string,
  now: number,
): Repeat {
  const isSame = last.fingerprint === fingerprint
  if (answer !== undefined) return isSame ? { kind: 'repeat', response: answer } : { kind: 'other-request' }
  if (isLarge) return { kind: isSame ? 'not-stored' : 'other-request' }
  if (failed || (isSame && startedAt < now - MAX_RUN_MILLISECONDS)) return { kind: 'again' }
  return { kind: isSame ? 'in-progress' : 'other-request' }
}
