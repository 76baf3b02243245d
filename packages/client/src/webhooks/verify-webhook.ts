import type { Envelope, EventName } from '../contract-types.ts'

/** The maximum age of a signature (spec, Signature age tolerance). */
const DEFAULT_TOLERANCE_SECONDS = 300

/** Headers of a request: a `Headers` object, Node's `request.headers`, or a plain object with names in any case. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>

export interface VerifyOptions {
  /** Maximum difference between the signing time and now, in seconds. @default 300 */
  readonly toleranceSeconds?: number
  /** The current time in milliseconds since the epoch. @default Date.now */
  readonly now?: () => number
}

/**
 * Verifies the signature and age of a delivery, and returns its event. `rawBody` must be the unchanged request body: a
 * body that was parsed and serialized again does not match. `secret` is the signing secret as the dashboard shows it.
 * @throws WebhookVerificationError with the `reason` if the verification fails
 * @throws TypeError for a parsed body or an empty secret
 */
export async function verifyWebhook(
  rawBody: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secret: string,
  options: VerifyOptions = {},
): Promise<WebhookEvent> {
  if (secret === '') throw new TypeError('secret must be the signing secret of the webhook')
  const body = bytesOf(rawBody)
  const header = readHeader(headers, 'x-service-signature')
  if (header === undefined) throw new WebhookVerificationError('missing_signature', 'No X-Service-Signature header')
  const parsed = parseSignatureHeader(header)
  if (!parsed)
    throw new WebhookVerificationError('malformed_signature', 'X-Service-Signature is not t=<unix seconds>,v1=<hex>')
  if (!(await isSigned(concatenate(`${parsed.timestamp}.`, body), parsed.signatures, secret)))
    throw new WebhookVerificationError('wrong_signature', 'The signature does not match the body and the secret')
  checkAge([parsed.timestamp, readHeader(headers, 'x-service-timestamp')], options)
  return parseEvent(body)
}

/** Also accepts bytes of another realm, which are not instances of this realm's `Uint8Array`. */
function bytesOf(rawBody: string | Uint8Array | ArrayBuffer): Uint8Array {
  if (typeof rawBody === 'string') return new TextEncoder().encode(rawBody)
  if (ArrayBuffer.isView(rawBody)) return rawBody
  if (rawBody instanceof ArrayBuffer) return new Uint8Array(rawBody)
  throw new TypeError('rawBody must be the unchanged body as text or bytes. Verify it before it is parsed.')
}

function readHeader(headers: WebhookHeaders, name: string): string | undefined {
  if (isHeaders(headers)) return headers.get(name) ?? undefined
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? []
  return typeof value === 'string' ? value : value?.join(',')
}

function isHeaders(headers: WebhookHeaders): headers is { get(name: string): string | null } {
  return typeof headers.get === 'function'
}

/** WebCrypto compares in constant time. */
async function isSigned(
  data: Uint8Array<ArrayBuffer>,
  signatures: readonly Uint8Array<ArrayBuffer>[],
  secret: string,
): Promise<boolean> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(secret), algorithm, false, ['verify'])
  const verified = await Promise.all(signatures.map((signature) => crypto.subtle.verify('HMAC', key, signature, data)))
  return verified.includes(true)
}

function concatenate(prefix: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const start = new TextEncoder().encode(prefix)
  const all = new Uint8Array(start.length + body.length)
  all.set(start)
  all.set(body, start.length)
  return all
}

function checkAge(timestamps: readonly (string | undefined)[], options: VerifyOptions): void {
  const { toleranceSeconds = DEFAULT_TOLERANCE_SECONDS, now = Date.now } = options
  for (const timestamp of timestamps) {
    // X-Service-Timestamp repeats the signed `t`, so it may be missing.
    if (timestamp === undefined) continue
    if (!isUnixSeconds(timestamp))
      throw new WebhookVerificationError('malformed_timestamp', 'X-Service-Timestamp is not a number of seconds')
    const ageSeconds = Math.floor(now() / 1000) - Number(timestamp)
    if (Math.abs(ageSeconds) > toleranceSeconds)
      throw new WebhookVerificationError(
        'outside_tolerance',
        `Signed ${ageSeconds} seconds ago, outside the tolerance of ${toleranceSeconds} seconds`,
      )
  }
}

function parseEvent(body: Uint8Array): WebhookEvent {
  try {
    const event: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
    if (isWebhookEvent(event)) return event
  } catch (cause) {
    throw new WebhookVerificationError('malformed_body', 'The body is signed but not JSON', { cause })
  }
  throw new WebhookVerificationError('malformed_body', 'The body is signed but not an event')
}

/** The parsed value of `X-Service-Signature`. */
interface SignatureHeader {
  /** The unchanged text of `t`, because the signature covers its digits. */
  readonly timestamp: string
  /** The `v1` values. There can be several during a secret rotation. */
  readonly signatures: readonly Uint8Array<ArrayBuffer>[]
}

/** Parses `t=<unix seconds>,v1=<hex>`. Ignores other schemes. Undefined unless there is one `t` and a valid `v1`. */
function parseSignatureHeader(header: string): SignatureHeader | undefined {
  const pairs = header.split(',').map((part) => part.trim().split('='))
  const timestamps = pairs.flatMap(([name, value = '']) => (name === 't' ? [value] : []))
  const signatures = pairs.flatMap(([name, value = '']) => (name === 'v1' && isMac(value) ? [fromHex(value)] : []))
  const [timestamp] = timestamps
  if (timestamp === undefined || timestamps.length > 1 || signatures.length === 0) return undefined
  return isUnixSeconds(timestamp) ? { timestamp, signatures } : undefined
}

function isUnixSeconds(text: string): boolean {
  return /^\d{1,12}$/.test(text)
}

function isMac(text: string): boolean {
  return /^[\da-f]{64}$/i.test(text)
}

function fromHex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: text.length / 2 }, (_, i) => Number.parseInt(text.slice(2 * i, 2 * i + 2), 16))
}

/** Names of the events that webhooks receive. */
export type WebhookEventName = EventName

/** The body of a delivery. `event` determines whether it has a message, a routing and a webhook. */
export type WebhookEvent = Envelope

/** The body of one kind of delivery: `WebhookEventOf<'message.received'>`. */
export type WebhookEventOf<Name extends WebhookEventName> = Extract<WebhookEvent, { event: Name }>

/** Returns whether a signed body is an event. Does not check its fields, because the service signed them. */
function isWebhookEvent(value: unknown): value is WebhookEvent {
  return typeof value === 'object' && value !== null && 'event' in value && typeof value.event === 'string'
}

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
