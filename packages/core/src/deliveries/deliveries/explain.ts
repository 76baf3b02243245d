import type { FailureCause } from '@messaging/contract/causes.ts'
import type { AttemptRecord, DeliveryItem } from './delivery-entity.ts'

const CAUSE_TEXTS: Readonly<Record<FailureCause, string>> = {
  dns: 'The host name of the endpoint did not resolve to an address.',
  refused: 'The endpoint refused the connection: no server listens on its port.',
  tls: 'The TLS connection failed: the certificate of the endpoint has expired or is not valid for its host name.',
  timeout: 'The endpoint did not respond within 10 seconds.',
  reset: 'The connection was closed before the endpoint responded.',
  blocked_address: 'The endpoint is or resolves to a private or reserved address. Nothing was sent.',
  redirect: 'The endpoint responded with a redirect. Redirects are not followed: set the webhook to the final URL.',
  client_error: 'The endpoint rejected the delivery (4xx). It is not retried.',
  server_error: 'The endpoint responded with a server error (5xx).',
  gone: 'The endpoint responded that it no longer exists (410).',
  webhook_disabled: 'The webhook was disabled, so nothing was sent. Enable the webhook, then replay the delivery.',
}

export function explainAttempt({
  cause,
  status,
  durationMs,
  bodyLate,
}: Pick<AttemptRecord, 'cause' | 'status' | 'durationMs' | 'bodyLate'>): string {
  const accepted = `The endpoint accepted it with status ${status} in ${durationMs} ms.`
  return `${cause ? CAUSE_TEXTS[cause] : accepted}${bodyLate ? ` ${LATE_BODY_TEXT}` : ''}`
}

const LATE_BODY_TEXT =
  'Its response body was incomplete after 10 seconds, which delays other deliveries: end the response sooner.'

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
    return nextAttemptAt === undefined ? 'Not attempted yet.' : `Failed after ${attempts}; it will be retried.`
  if (exhausted) return `Retries exhausted after ${attempts}. ${cause ? CAUSE_TEXTS[cause] : ''}`.trim()
  return cause ? CAUSE_TEXTS[cause] : 'Failed.'
}
