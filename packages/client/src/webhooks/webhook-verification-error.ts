/**
 * `missing_signature`: no `X-Service-Signature`. `malformed_signature`: not `t=<unix seconds>,v1=<64 hex digits>`.
 * `wrong_signature`: another body or another secret. `outside_tolerance`: signed too long ago, or in the future.
 * `malformed_timestamp`: an `X-Service-Timestamp` that is not a number of seconds. `malformed_body`: signed, but not a
 * JSON event.
 */
export type WebhookVerificationReason =
  | 'missing_signature'
  | 'malformed_signature'
  | 'malformed_timestamp'
  | 'wrong_signature'
  | 'outside_tolerance'
  | 'malformed_body'

/** The delivery could not be verified. Return 400, so that it is not retried. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
  readonly reason: WebhookVerificationReason

  constructor(reason: WebhookVerificationReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}
