import type { FailureCause } from '@messaging/contract/causes.ts'
import type { AttemptRecord, DeliveryItem } from './delivery-entity.ts'

const CAUSE_WORDS: Readonly<Record<FailureCause, string>> = {
  dns: 'The host name of the endpoint did not resolve to an address.',
  refused: 'The endpoint refused the connection: nothing listens at its port.',
  tls: 'There was no secure connection: the certificate of the endpoint is not valid for its name, or has expired.',
  timeout: 'The endpoint did not answer within 10 seconds.',
  reset: 'The connection was cut before the endpoint had answered.',
  blocked_address: 'The endpoint is, or resolves to, a private or reserved address. Nothing was sent.',
  redirect: 'The endpoint answered with a redirect, which is not followed. Let the webhook point to where it leads.',
  client_error: 'The endpoint refused the delivery (4xx), so that it is not tried again.',
  server_error: 'The endpoint answered with an error of its own (5xx).',
  gone: 'The endpoint says that it is gone for good (410).',
  webhook_disabled: 'The webhook was disabled, so nothing was sent. It can be replayed once the webhook is enabled.',
}

/** What happened in an attempt, in a sentence. */
export function explainAttempt({
  cause,
  status,
  durationMs,
  bodyLate,
}: Pick<AttemptRecord, 'cause' | 'status' | 'durationMs' | 'bodyLate'>): string {
  const taken = `The endpoint took it with status ${status}, in ${durationMs} ms.`
  return `${cause ? CAUSE_WORDS[cause] : taken}${bodyLate ? ` ${LATE_BODY}` : ''}`
}

const LATE_BODY =
  'It was still sending its response body when the 10 seconds were over, which delays other deliveries: end the response at once.'

/** How a delivery stands, in a sentence. */
export function explainDelivery({
  status,
  cause,
  exhausted,
  attemptCount,
  nextAttemptAt,
}: Pick<DeliveryItem, 'status' | 'cause' | 'exhausted' | 'attemptCount' | 'nextAttemptAt'>): string {
  const attempts = attemptCount === 1 ? '1 attempt' : `${attemptCount} attempts`
  if (status === 'delivered') return `Delivered after ${attempts}.`
  if (status === 'pending')
    return nextAttemptAt === undefined ? 'On its way.' : `Failed after ${attempts}; it is tried again.`
  if (exhausted) return `Given up after ${attempts}. ${cause ? CAUSE_WORDS[cause] : ''}`.trim()
  return cause ? CAUSE_WORDS[cause] : 'Failed.'
}
