import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Clock, randomDigits, unixSeconds } from '../clock.ts'
import type { MediaReference } from './inbound-messages.ts'

const URL_LIFETIME_SECONDS = 300
const WEBHOOK_MEDIA_LIFETIME_SECONDS = 7 * 86_400

interface MediaFile {
  id: string
  mimeType: string
  bytes: Buffer
  /** The number of the message or upload; undefined for any. */
  phoneNumberId: string | undefined
  /** Unix seconds. */
  expiresAt: number
}

export const MEDIA_PATH = '/whatsapp_business/attachments/'

/** Real files of the types that a model reads, for a customer's file without content. */
const SAMPLES = [
  [/^image\//, 'photo.jpg'],
  [/^application\/pdf/, 'invoice.pdf'],
  [/^audio\//, 'voice.ogg'],
] as const

function sampleOf(mimeType: string): Buffer {
  const [, name] = SAMPLES.find(([type]) => type.test(mimeType)) ?? SAMPLES[0]
  return readFileSync(new URL(`samples/${name}`, import.meta.url))
}

/** The files that customers sent. Their ids expire after seven days, their URLs after five minutes. */
export class MediaStore {
  readonly #clock: Clock
  readonly #baseUrl: () => string
  readonly #files = new Map<string, MediaFile>()

  constructor(clock: Clock, baseUrl: () => string) {
    this.#clock = clock
    this.#baseUrl = baseUrl
  }

  /** Stores a file as if a customer had sent it to a number. Returns the file's object for a webhook. */
  store(mimeType: string, bytes: Buffer = sampleOf(mimeType), phoneNumberId?: string): MediaReference {
    const id = randomDigits(16)
    const expiresAt = unixSeconds(this.#clock) + WEBHOOK_MEDIA_LIFETIME_SECONDS
    this.#files.set(id, { id, mimeType, bytes, phoneNumberId, expiresAt })
    return { id, mime_type: mimeType, sha256: sha256(bytes, 'base64'), url: this.#url(id, 'webhook') }
  }

  /** Returns the response of `GET /{media id}`, optionally for one number; `sha256` is hexadecimal here. */
  describe(id: string, phoneNumberId: string | null = null) {
    const file = this.#find(id)
    const foreign = phoneNumberId !== null && file?.phoneNumberId !== undefined && file.phoneNumberId !== phoneNumberId
    return (
      file &&
      !foreign && {
        messaging_product: 'whatsapp',
        url: this.#url(id, 'getMedia'),
        mime_type: file.mimeType,
        sha256: sha256(file.bytes, 'hex'),
        file_size: file.bytes.length,
        id,
      }
    )
  }

  /** Returns the number of a file, or undefined if it belongs to none. */
  numberOf(id: string): string | undefined {
    return this.#find(id)?.phoneNumberId
  }

  /** Returns the file of a URL that was issued within the last five minutes. */
  open(query: URLSearchParams): { mimeType: string; bytes: Buffer } | undefined {
    const file = this.#find(query.get('mid') ?? '')
    const expires = Number(query.get('ext'))
    const genuine = file !== undefined && query.get('hash') === urlHash(file.id, expires)
    return genuine && expires > unixSeconds(this.#clock) ? file : undefined
  }

  #find(id: string): MediaFile | undefined {
    const file = this.#files.get(id)
    return file && file.expiresAt > unixSeconds(this.#clock) ? file : undefined
  }

  #url(id: string, source: string): string {
    const expires = unixSeconds(this.#clock) + URL_LIFETIME_SECONDS
    const query = new URLSearchParams({ mid: id, source, ext: String(expires), hash: urlHash(id, expires) })
    return `${this.#baseUrl()}${MEDIA_PATH}?${query}`
  }
}

function sha256(bytes: Buffer, encoding: 'base64' | 'hex'): string {
  return createHash('sha256').update(bytes).digest(encoding)
}

function urlHash(id: string, expires: number): string {
  return sha256(Buffer.from(`${id} ${expires}`), 'hex').slice(0, 32)
}
