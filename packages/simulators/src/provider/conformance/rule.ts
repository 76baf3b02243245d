/**
 * How a rule is known: only from the provider's `documentation`, from the source of `clients` in use, from pages of
 * `others`, or `unconfirmed`. No rule was tried against the provider.
 */
export type Source = 'documentation' | 'clients' | 'others' | 'unconfirmed'

/** What the service makes of the refusal. */
interface ServiceResult {
  /** The code of the caller's error. */
  readonly code: 'window_closed' | 'validation_error' | 'upstream_error'
  /** Whether the send is repeated after a short pause. */
  readonly retries?: true
}

/** A rule of `POST /{phone number id}/messages`, as data. `conformance.test.ts` breaks each one. */
export interface Rule {
  readonly rule: string
  /** The provider's code if it is broken. */
  readonly code: number
  readonly source: Source
  readonly service: ServiceResult
  /** A message that breaks the rule. Without one, the simulator returns the code only as a planned fault. */
  readonly breaks?: object
  /** The state in which the message breaks the rule. */
  readonly state?: 'closed window' | 'left network' | 'pair rate' | 'number rate'
  /** The provider accepts the message, and its status is `failed` later. */
  readonly isLater?: true
}

export const INVALID: ServiceResult = { code: 'validation_error' }
export const UPSTREAM: ServiceResult = { code: 'upstream_error' }
export const RETRIED: ServiceResult = { code: 'upstream_error', retries: true }
