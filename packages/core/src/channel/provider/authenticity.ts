import { createHmac } from 'node:crypto'
import { equalInConstantTime } from '../../platform/secrets/equal-in-constant-time.ts'

/** Returns whether `header` (X-Hub-Signature-256) is the provider's HMAC-SHA256 over the raw bytes of the body. */
export function isSignedByProvider(raw: Buffer, header: string | undefined, appSecret: string): boolean {
  const expected = `sha256=${createHmac('sha256', appSecret).update(raw).digest('hex')}`
  return header !== undefined && equalInConstantTime(header, expected)
}
