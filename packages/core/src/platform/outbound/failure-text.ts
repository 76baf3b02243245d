import type { OutboundFailure } from './request-outbound.ts'

/** Reasons for a failed request, as parts of sentences. */
const REASONS: Readonly<Record<OutboundFailure['error'], string>> = {
  dns: 'its host name was not found',
  refused: 'nothing accepts connections there',
  tls: 'its certificate cannot be trusted',
  timeout: 'it did not respond in time',
  reset: 'the connection was closed',
  invalid_response: 'its response is not valid HTTP',
  blocked_address: 'its address is not allowed',
  too_many_redirects: 'it redirects too often',
}

/** Returns one sentence on why `what` could not be reached. */
export function failureText(what: string, error: OutboundFailure['error']): string {
  return `${what} could not be reached: ${REASONS[error]}.`
}

/** Returns whether a value is the code of a failed connection. */
export function isOutboundError(value: unknown): value is OutboundFailure['error'] {
  return typeof value === 'string' && Object.hasOwn(REASONS, value)
}
