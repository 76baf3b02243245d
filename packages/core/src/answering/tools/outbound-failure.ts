import type { OutboundFailure } from '../../platform/outbound/request-outbound.ts'

/** Why nothing came back, for the model to read. */
const REASONS: Readonly<Record<OutboundFailure['error'], string>> = {
  dns: 'its host name was not found',
  refused: 'nothing accepts connections there',
  tls: 'its certificate cannot be trusted',
  timeout: 'it did not answer in time',
  reset: 'the connection broke off',
  blocked_address: 'its address may not be reached from here',
  too_many_redirects: 'it redirects too often',
}

/** One sentence on why `what` did not answer. */
export function failureText(what: string, error: OutboundFailure['error']): string {
  return `${what} could not be reached: ${REASONS[error]}.`
}

export function isFailureCause(value: unknown): value is OutboundFailure['error'] {
  return typeof value === 'string' && Object.hasOwn(REASONS, value)
}
