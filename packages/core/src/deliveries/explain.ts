import type { FailureCause } from '@replywright/contract/causes.ts'
import type { AttemptRecord, DeliveryItem } from './delivery-entity.ts'

/** The result of an attempt or a delivery, and how to fix a failure. Both are whole sentences. */
interface Explanation {
  readonly explanation: string
  readonly fix: string | null
}

type Attempt = Pick<AttemptRecord, 'cause' | 'status' | 'durationMs' | 'bodyLate' | 'headers' | 'body' | 'reason'>

const UNTRUSTED = 'the certificate is of an unknown authority, or an intermediate certificate is missing'
/** What is wrong with a TLS handshake, by the code of OpenSSL or Node. */
const TLS_REASONS: Readonly<Record<string, string>> = {
  EPROTO: 'the server does not offer TLS 1.2 or newer',
  CERT_HAS_EXPIRED: 'the certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for other host names',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is self-signed',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
}

/** The reason of a failure as the rest of a sentence. */
const REASONS: Readonly<Record<FailureCause, (attempt: Partial<Pick<Attempt, 'status' | 'reason'>>) => string>> = {
  dns: () => 'the host name was not found',
  refused: () => 'connection refused',
  tls: ({ reason = '' }) => `no secure connection${reason ? ` (${TLS_REASONS[reason] ?? reason})` : ''}`,
  timeout: () => 'no response within 10 seconds',
  reset: () => 'the connection was closed before a response',
  invalid_response: ({ reason }) => `the response is not valid HTTP${reason ? ` (${reason})` : ''}`,
  blocked_address: () => 'the address is private or reserved, nothing was sent',
  redirect: ({ status }) => `redirect${inBrackets(status)}`,
  client_error: ({ status }) => `rejected by the endpoint${inBrackets(status)}`,
  server_error: ({ status }) => `server error${inBrackets(status)}`,
  gone: () => 'endpoint returned 410 Gone',
  webhook_disabled: () => 'the endpoint was disabled, nothing was sent',
}

const FIXES: Readonly<Record<FailureCause, string>> = {
  dns: "Check the host name in the endpoint's URL and its DNS records.",
  refused: "Start the server, or correct the port in the endpoint's URL.",
  tls: 'Use a certificate that is valid now and for the host name, and send its intermediate certificates. The URL of a server without TLS begins with http://.',
  timeout: 'Return a 2xx first, and process the event afterwards.',
  reset: 'Check the server and its proxy for crashes and connection limits.',
  invalid_response:
    'Check that the URL is the one of an HTTP server, and what its server or proxy sends before the body.',
  blocked_address: 'Use a URL with a public address.',
  redirect: 'Update the URL to the redirect target. Redirects are not followed.',
  client_error: 'Return a 2xx for every event that the endpoint accepts or ignores. A 4xx is not retried.',
  server_error: "Check the endpoint's logs at the time of the attempt.",
  gone: 'Update the URL, or delete the endpoint.',
  webhook_disabled: 'Enable the endpoint, then replay the delivery.',
}

/** Fixes of refusals by an event bus, by the status that stands for the error (`put-event.ts`). */
const BUS_FIXES: Readonly<Record<number, string>> = {
  400: 'The response has the error. Such an event is not retried.',
  403: 'Allow the account of the service to put events in the policy of the bus, and keep the bus in the setting eventBusArns.',
  404: 'Create the event bus, or correct its ARN.',
  413: 'An event has at most 256 KB. Use an HTTPS endpoint for larger ones.',
  503: 'The response has the error. The quota of PutEvents of the account can be raised.',
}

/** Fixes of responses that have a usual reason. */
const STATUS_FIXES: Readonly<Record<number, string>> = {
  401: 'Accept requests without credentials, and verify the signature instead.',
  403: 'Allow requests without credentials in the server and its firewall, and verify the signature instead.',
  404: "Correct the path in the endpoint's URL.",
  405: 'Accept POST requests at this URL.',
  413: "Raise the server's limit for request bodies to 1 MB.",
  415: 'Accept request bodies of type application/json.',
  429: "Raise the server's rate limit for this URL. A 4xx is not retried.",
  502: 'Check that the server behind the proxy is running.',
  503: 'Check that the server is running and not overloaded.',
  504: 'Return a 2xx first, and process the event afterwards.',
}

const SIGNATURE_FIX =
  'Verify the signature with the secret of this endpoint, over the body as it arrived, before it is parsed.'

const LATE_BODY_TEXT =
  'Its response body was incomplete after 10 seconds, which delays other deliveries: end the response sooner.'

/** Explains an attempt: `Endpoint returned 200 in 12 ms.`, `Failed: server error (503).` */
export function explainAttempt(attempt: Attempt, isBus = false): Explanation {
  const { cause, bodyLate } = attempt
  const result = cause ? `Failed: ${reasonOf(cause, attempt, isBus)}.` : successOf(attempt, isBus)
  return {
    explanation: bodyLate ? `${result} ${LATE_BODY_TEXT}` : result,
    fix: cause ? fixOf(cause, attempt, isBus) : null,
  }
}

function successOf({ status, durationMs }: Attempt, isBus: boolean): string {
  return isBus
    ? `EventBridge accepted the event in ${durationMs} ms.`
    : `Endpoint returned ${status} in ${durationMs} ms.`
}

function reasonOf(cause: FailureCause, attempt: Partial<Attempt>, isBus: boolean): string {
  const { status } = attempt
  return isBus && status !== undefined ? `refused by EventBridge${inBrackets(status)}` : REASONS[cause](attempt)
}

/** Explains the state of a delivery by its latest attempt: `Attempt 1 failed: connection refused. Retrying.` */
export function explainDelivery(
  delivery: Pick<DeliveryItem, 'status' | 'cause' | 'attemptCount' | 'attempts'>,
  isBus = false,
): Explanation {
  const { status, attemptCount, attempts = [] } = delivery
  const latest = attempts.at(-1)
  const cause = failureOf(delivery)
  const reason = cause && reasonOf(cause, latest ?? {}, isBus)
  const fix = cause ? fixOf(cause, latest, isBus) : null
  if (status === 'delivered' && attemptCount === 0)
    return { explanation: 'Stored without an attempt: the endpoint has no URL.', fix: null }
  if (status === 'delivered') {
    // A later attempt may have failed: the first success decides.
    const success = attempts.findLast((attempt) => attempt.cause === undefined)
    const result = success ? ` ${successOf(success, isBus)}` : ''
    return { explanation: `Delivered after ${counted(attemptCount)}.${result}`, fix: null }
  }
  if (status === 'pending') {
    if (!reason) return { explanation: 'Waiting for the first attempt.', fix: null }
    return { explanation: `Attempt ${attemptCount} failed: ${reason}. Retrying.`, fix }
  }
  // The attempts before it was disabled tell more.
  const tried = cause === 'webhook_disabled' ? attempts.findLast((attempt) => attempt.cause !== cause) : undefined
  if (tried?.cause) {
    const last = reasonOf(tried.cause, tried, isBus)
    return {
      explanation: `Failed after ${counted(attemptCount)}: ${last}. The endpoint was disabled before the next attempt.`,
      fix,
    }
  }
  const failed = attemptCount === 0 ? 'Failed' : `Failed after ${counted(attemptCount)}`
  return { explanation: `${failed}: ${reason ?? 'no reason recorded'}.`, fix }
}

/** Returns why a delivery failed, or why its latest attempt failed while it is retried. */
export function failureOf({
  status,
  cause,
  attempts,
}: Pick<DeliveryItem, 'status' | 'cause' | 'attempts'>): FailureCause | undefined {
  return status === 'pending' ? attempts?.at(-1)?.cause : cause
}

function fixOf(
  cause: FailureCause,
  { status = 0, headers, body = '' }: Pick<Attempt, 'status' | 'headers' | 'body'> = {},
  isBus = false,
): string {
  if (cause === 'webhook_disabled') return FIXES[cause]
  if (isBus) return BUS_FIXES[status] ?? 'EventBridge did not respond. The attempt is repeated.'
  if (cause === 'client_error' && body.toLowerCase().includes('signature')) return SIGNATURE_FIX
  const target = cause === 'redirect' ? locationOf(headers) : undefined
  return target ? `Update the URL to the redirect target: ${target}` : (STATUS_FIXES[status] ?? FIXES[cause])
}

function locationOf(headers: Readonly<Record<string, string>> = {}): string | undefined {
  return Object.entries(headers).find(([name]) => name.toLowerCase() === 'location')?.[1]
}

function inBrackets(status: number | undefined): string {
  return status === undefined ? '' : ` (${status})`
}

function counted(attempts: number): string {
  return attempts === 1 ? '1 attempt' : `${attempts} attempts`
}
