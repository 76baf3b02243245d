/** A mutant that no unit test notices, and why. */
export interface Unnoticed {
  readonly file: string
  /** The replaced text and its replacement, as the bench prints them. */
  readonly change: string
  /** Why nothing differs for callers, or that it is only a matter of speed. Such a mutant is not counted. */
  readonly same?: string
  /** The test over HTTP that notices it. Such a mutant is counted as noticed. */
  readonly noticedBy?: string
}

export const UNNOTICED: readonly Unnoticed[] = []
