import { createHash, createHmac } from 'node:crypto'
import { type EventMessage, encodeDate } from './event-stream.ts'

/** The seed of the signatures of a stream, and the key that signs it. */
export interface StreamKey {
  /** The header `Authorization` of the request. */
  readonly authorization: string
  readonly secret: string
}

/**
 * Returns whether each message carries a signature that covers it, its date and the signature before it
 * (`STREAMING-AWS4-HMAC-SHA256-EVENTS`), and the last one is the empty end of the stream.
 */
export function areSigned(messages: readonly EventMessage[], { authorization, secret }: StreamKey): boolean {
  const [, scope = ''] = /Credential=[^/]+\/([^,]+)/.exec(authorization) ?? []
  const [, seed = ''] = /Signature=(\w+)/.exec(authorization) ?? []
  const key = scope.split('/').reduce((hash: Buffer | string, part) => hmac(hash, part), `AWS4${secret}`)
  let before = seed
  for (const { headers, body } of messages) {
    const { ':date': date, ':chunk-signature': signature } = headers
    if (!(date instanceof Date) || !Buffer.isBuffer(signature)) return false
    const time = date.toISOString().replaceAll(/[-:]|\.\d+/g, '')
    const covered = ['AWS4-HMAC-SHA256-PAYLOAD', time, scope, before, sha256(encodeDate(date)), sha256(body)]
    before = hmac(key, covered.join('\n')).toString('hex')
    if (before !== signature.toString('hex')) return false
  }
  return messages.at(-1)?.body.length === 0
}

function hmac(key: Buffer | string, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
