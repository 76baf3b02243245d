import type { OutboundFailure } from '../../platform/outbound/request-outbound.ts'

/** Reasons for a failed request, for the model. */
const REASONS: Readonly<Record<OutboundFailure['error'], string>> = {
  dns: 'its host name was not found',
  refused: 'nothing accepts connections there',
  tls: 'its certificate cannot be trusted',
  timeout: 'it did not respond in time',
  reset: 'the connection was closed',
  blocked_address: 'its address is not allowed',
  too_many_redirects: 'it redirects too often',
}

/** Returns one sentence on why `what` could not be reached. */
export function failureText(what: string, error: OutboundFailure['error']): string {
  return `${what} could not be reached: ${REASONS[error]}.`
}

export function isOutboundError(value: unknown): value is OutboundFailure['error'] {
  return typeof value === 'string' && Object.hasOwn(REASONS, value)
}
