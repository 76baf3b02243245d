import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { type Clock, unixSeconds } from '../clock.ts'

/** `valid`, or the reason why not. */
type Check = 'valid' | 'wrong' | 'malformed' | 'missing' | 'stale' | 'no secret known'

/** The result of verifying a delivery's headers. */
export interface Verdict {
  /** Whether all three checks passed. */
  ok: boolean
  /** `X-Service-Signature: t=<unix seconds>,v1=<hex>`: HMAC-SHA256 of `t.body` with the complete secret as the key. */
  signature: Check
  /** `X-Service-Timestamp`: at most 300 seconds from now, and equal to the signature's `t`. */
  timestamp: Check
  /** `webhook-id`, `webhook-timestamp`, `webhook-signature` as Standard Webhooks defines them. */
  standardWebhooks: Check
}

const TOLERANCE_SECONDS = 300

export function verify(
  headers: IncomingHttpHeaders,
  body: Uint8Array,
  secret: string | undefined,
  clock: Clock,
): Verdict {
  const now = unixSeconds(clock)
  const signature = checkSignature(header(headers, 'x-service-signature'), body, secret)
  const timestamp = checkTimestamp(headers, now)
  const standardWebhooks = checkStandardWebhooks(headers, body, secret, now)
  const ok = [signature, timestamp, standardWebhooks].every((check) => check === 'valid')
  return { ok, signature, timestamp, standardWebhooks }
}

function checkSignature(value: string | undefined, body: Uint8Array, secret: string | undefined): Check {
  if (value === undefined) return 'missing'
  const [, at, given] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(value) ?? []
  if (at === undefined || given === undefined) return 'malformed'
  if (secret === undefined) return 'no secret known'
  const expected = createHmac('sha256', secret).update(`${at}.`).update(body).digest('hex')
  return same(expected, given) ? 'valid' : 'wrong'
}

function checkTimestamp(headers: IncomingHttpHeaders, now: number): Check {
  const value = header(headers, 'x-service-timestamp')
  if (value === undefined) return 'missing'
  if (!/^\d+$/.test(value)) return 'malformed'
  const signed = /^t=(\d+),/.exec(header(headers, 'x-service-signature') ?? '')?.[1]
  if (signed !== undefined && signed !== value) return 'wrong'
  return Math.abs(now - Number(value)) <= TOLERANCE_SECONDS ? 'valid' : 'stale'
}

function checkStandardWebhooks(
  headers: IncomingHttpHeaders,
  body: Uint8Array,
  secret: string | undefined,
  now: number,
): Check {
  const [id, at, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    header(headers, name),
  )
  if (id === undefined || at === undefined || signatures === undefined) return 'missing'
  const given = signatures.split(' ').flatMap((part) => /^v1,([A-Za-z0-9+/]{43}=)$/.exec(part)?.[1] ?? [])
  if (!/^\d+$/.test(at) || given.length === 0) return 'malformed'
  if (secret === undefined) return 'no secret known'
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${at}.`).update(body).digest('base64')
  if (!given.some((one) => same(expected, one))) return 'wrong'
  return Math.abs(now - Number(at)) <= TOLERANCE_SECONDS ? 'valid' : 'stale'
}

function header(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

function same(expected: string, given: string): boolean {
  return expected.length === given.length && timingSafeEqual(Buffer.from(expected), Buffer.from(given))
}
