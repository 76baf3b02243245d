import { deliveryHeaders } from '@replywright/contract/delivery-headers.ts'

/** A delivery with its request and attempts. */
export interface Forwardable {
  readonly id: string
  readonly event: string
  readonly payload: string
  /** Oldest first. */
  readonly attempts: readonly {
    readonly at: string
    readonly requestHeaders: Readonly<Record<string, string>>
    readonly signaturesShown: boolean
  }[]
}

export interface SignedRequest {
  readonly headers: Readonly<Record<string, string>>
  /** What the developer must know about the signature. */
  readonly note: 'unsigned' | 'secret rotated' | 'old signature' | undefined
}

/** Receivers reject older signatures (see `verifyWebhook`). */
const MAX_AGE_MS = 300_000

/** Returns the headers of the latest attempt, or headers that are signed now if there is a secret. */
export function requestHeaders(delivery: Forwardable, secret: string | undefined, nowMs: number): SignedRequest {
  const latest = delivery.attempts.at(-1)
  // An event bus gets no headers.
  const attempt = latest && 'detail-type' in latest.requestHeaders ? undefined : latest
  if (secret !== undefined) {
    const seconds = Math.floor(nowMs / 1000)
    const headers = deliveryHeaders(delivery, delivery.payload, secret, seconds, attempt?.requestHeaders)
    return { headers, note: undefined }
  }
  const headers = attempt?.requestHeaders ?? {
    'Content-Type': 'application/json',
    'User-Agent': 'Service-Webhook/1.0',
    'X-Service-Event': delivery.event,
    'X-Service-Delivery': delivery.id,
    'webhook-id': delivery.id,
  }
  if (!attempt) return { headers, note: 'unsigned' }
  if (!attempt.signaturesShown) return { headers, note: 'secret rotated' }
  return { headers, note: nowMs - Date.parse(attempt.at) > MAX_AGE_MS ? 'old signature' : undefined }
}
