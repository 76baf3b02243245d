import { createHash, createHmac } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { ServiceError } from '../service-error.ts'

/** A message of an event stream: headers by name, and a body. */
interface EventMessage {
  readonly headers: Readonly<Record<string, string | Buffer | Date>>
  readonly body: Buffer
}

/** The types of header values that are used here. */
const [BYTES, TEXT, TIME] = [6, 7, 8]
/** Length of the message, length of its headers, and their checksum. */
const PRELUDE = 12
const CHECKSUM = 4

/** Parses all messages of a stream (`application/vnd.amazon.eventstream`). @throws ServiceError 400 if it is damaged */
export function decodeMessages(stream: Buffer): EventMessage[] {
  const messages: EventMessage[] = []
  for (let at = 0; at < stream.length; ) {
    const length = stream.length - at < PRELUDE + CHECKSUM ? 0 : stream.readUInt32BE(at)
    if (length < PRELUDE + CHECKSUM || at + length > stream.length) throw damaged()
    messages.push(decodeMessage(stream.subarray(at, at + length)))
    at += length
  }
  return messages
}

function decodeMessage(message: Buffer): EventMessage {
  const sums = [message.readUInt32BE(PRELUDE - CHECKSUM), message.readUInt32BE(message.length - CHECKSUM)]
  const actual = [crc32(message.subarray(0, PRELUDE - CHECKSUM)), crc32(message.subarray(0, -CHECKSUM))]
  const end = PRELUDE + message.readUInt32BE(4)
  if (sums.join() !== actual.join() || end > message.length - CHECKSUM) throw damaged()
  return { headers: decodeHeaders(message.subarray(PRELUDE, end)), body: message.subarray(end, -CHECKSUM) }
}

function decodeHeaders(bytes: Buffer): EventMessage['headers'] {
  const headers: Record<string, string | Buffer | Date> = {}
  for (let at = 0; at < bytes.length; ) {
    const nameEnd = at + 1 + bytes.readUInt8(at)
    const name = bytes.toString('utf8', at + 1, nameEnd)
    const type = bytes.readUInt8(nameEnd)
    const start = nameEnd + (type === TIME ? 1 : 3)
    const end = start + (type === TIME ? 8 : bytes.readUInt16BE(nameEnd + 1))
    if (type === TIME) headers[name] = new Date(Number(bytes.readBigInt64BE(start)))
    else if (type === TEXT) headers[name] = bytes.toString('utf8', start, end)
    else if (type === BYTES) headers[name] = bytes.subarray(start, end)
    else throw damaged()
    at = end
  }
  return headers
}

/** Encodes a message whose headers are texts. */
export function encodeMessage(headers: Readonly<Record<string, string>>, body: Buffer): Buffer {
  const encoded = Buffer.concat(
    Object.entries(headers).map(([name, value]) => {
      const [names, values] = [Buffer.from(name), Buffer.from(value)]
      const size = Buffer.from([TEXT, values.length >> 8, values.length & 0xff])
      return Buffer.concat([Buffer.from([names.length]), names, size, values])
    }),
  )
  const lengths = numbers(PRELUDE + encoded.length + body.length + CHECKSUM, encoded.length)
  const message = Buffer.concat([lengths, numbers(crc32(lengths)), encoded, body])
  return Buffer.concat([message, numbers(crc32(message))])
}

/** Encodes the date header of a signed message, as its signature covers it. */
function encodeDate(date: Date): Buffer {
  const value = Buffer.alloc(8)
  value.writeBigInt64BE(BigInt(date.getTime()))
  return Buffer.concat([Buffer.from([5]), Buffer.from(':date'), Buffer.from([TIME]), value])
}

function numbers(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index)
  return bytes
}

function damaged(): ServiceError {
  return new ServiceError(400, 'SerializationException', 'The event stream is damaged')
}

/** The seed of the signatures of a stream, and the key that signs it. */
interface StreamKey {
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
