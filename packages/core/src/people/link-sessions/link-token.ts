import { createHash, createHmac } from 'node:crypto'

/** The kind of capability URL whose key makes tokens (`capabilityKey`). */
export const LINK_CAPABILITY = 'link-session'

/** The one-time token of a session: 256 bits that nobody without the key can find, and that are stored nowhere. */
export function linkToken(organizationId: string, id: string, key: Buffer): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([organizationId, id]))
    .digest('base64url')
}

/** What is stored of a token or a code: SHA-256, hexadecimal. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
