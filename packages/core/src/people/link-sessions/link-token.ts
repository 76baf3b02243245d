import { createHash, createHmac } from 'node:crypto'

/** The kind of capability URL, whose key creates the tokens (`capabilityKey`). */
export const LINK_CAPABILITY = 'link-session'

/** Returns the one-time token of a session: 256 bits. It requires the key and is not stored. */
export function linkToken(organizationId: string, id: string, key: Buffer): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([organizationId, id]))
    .digest('base64url')
}

/** Returns the stored form of a token or code: SHA-256, hexadecimal. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
