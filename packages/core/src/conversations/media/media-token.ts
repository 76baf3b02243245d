import { createHmac } from 'node:crypto'
import { parse, stringify } from 'uuid'
import { equalInConstantTime } from '../../platform/secrets/equal-in-constant-time.ts'
import { settings } from '../../platform/settings.ts'

/** The kind of capability URL whose key signs tokens (`capabilityKey`). */
export const MEDIA_CAPABILITY = 'media'

export interface MediaRef {
  readonly organizationId: string
  readonly conversationId: string
  readonly messageId: string
  /** Which of the message's files, from 0. */
  readonly index: number
}

const UUID_BYTES = 16
const ID_BYTES = 3 * UUID_BYTES + 1
/** 128 bits cannot be guessed. */
const MAC_BYTES = 16

/** Builds a token `{id}.{mac}`: the reference in 49 bytes and the first 128 bits of its HMAC-SHA256, both base64url. */
export function mediaToken({ organizationId, conversationId, messageId, index }: MediaRef, key: Buffer): string {
  return signed(Buffer.from([...parse(organizationId), ...parse(conversationId), ...parse(messageId), index]), key)
}

/** Returns the URL of a file, which stays the same until the secret is rotated. Anyone with it can read the file. */
export function mediaUrl(ref: MediaRef, key: Buffer): string {
  return `${settings.PUBLIC_BASE_URL}/media/${mediaToken(ref, key)}`
}

/** Returns the reference of a token, or undefined if the token was not signed with the key. */
export function readMediaToken(token: string, key: Buffer): MediaRef | undefined {
  const id = Buffer.from(token.split('.')[0] ?? '', 'base64url')
  if (id.length !== ID_BYTES || !equalInConstantTime(token, signed(id, key))) return undefined
  const uuidAt = (position: number) => stringify(id.subarray(position * UUID_BYTES, (position + 1) * UUID_BYTES))
  return {
    organizationId: uuidAt(0),
    conversationId: uuidAt(1),
    messageId: uuidAt(2),
    index: id.readUInt8(3 * UUID_BYTES),
  }
}

function signed(id: Buffer, key: Buffer): string {
  const mac = createHmac('sha256', key).update(id).digest().subarray(0, MAC_BYTES)
  return `${id.toString('base64url')}.${mac.toString('base64url')}`
}
