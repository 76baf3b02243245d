import { createHmac, timingSafeEqual } from 'node:crypto'

/** Returns whether `header` (X-Hub-Signature-256) is the provider's HMAC-SHA256 over the raw bytes of the body. */
export function isSignedByProvider(raw: Buffer, header: string | undefined, appSecret: string): boolean {
  const expected = `sha256=${createHmac('sha256', appSecret).update(raw).digest('hex')}`
  return header !== undefined && equalInConstantTime(header, expected)
}

/** Returns whether two texts are equal, in constant time. */
export function equalInConstantTime(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
