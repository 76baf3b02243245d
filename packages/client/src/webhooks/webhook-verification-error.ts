/**
 * `missing_signature`: no `X-Service-Signature`. `malformed_signature`: not `t=<unix seconds>,v1=<64 hex digits>`.
 * `wrong_signature`: another body or another secret. `outside_tolerance`: signed too long ago, or in the future.
 * `malformed_timestamp`: an `X-Service-Timestamp` that is no number of seconds. `malformed_body`: signed, but no JSON event.
 */
export type WebhookVerificationReason =
  | 'missing_signature'
  | 'malformed_signature'
  | 'malformed_timestamp'
  | 'wrong_signature'
  | 'outside_tolerance'
  | 'malformed_body'

/** The delivery is not to be trusted. Answer it with a 400, so that it is not sent again. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
  readonly reason: WebhookVerificationReason

  constructor(reason: WebhookVerificationReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}
