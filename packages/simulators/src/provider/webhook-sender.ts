import { createHmac } from 'node:crypto'
import { type Clock, delay } from '../clock.ts'

/** `bad` signs with a wrong secret, `none` omits the header; the default is `valid`. */
type SignatureKind = 'valid' | 'bad' | 'none'

export interface PostOptions {
  signature?: SignatureKind
  /** Retry until the response is 200. By default only with a valid signature. */
  retry?: boolean
}

/** One webhook and its attempts so far. */
export interface WebhookRecord {
  /** The exact body. */
  body: string
  /** Milliseconds since the epoch. */
  firstAttemptAt: number
  /** The status of each attempt; 0 without a response. */
  statuses: number[]
  delivered: boolean
}

interface SenderOptions {
  appSecret: string
  ingressUrl: () => string
  clock: Clock
  /** Seconds before each retry; the last value repeats. */
  retryDelaysSeconds: readonly number[]
}

const ATTEMPT_TIMEOUT_MS = 20_000
const KEPT_RECORDS = 1000

/** Serializes JSON as the provider does: everything outside ASCII is escaped, so that re-serialized bytes differ. */
export function providerJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Returns the X-Hub-Signature-256 header of a body: `sha256=<hex HMAC-SHA256 of the exact bytes>`. */
export function hubSignature(body: string | Uint8Array, appSecret: string): string {
  return `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`
}

/** Posts signed webhooks to the ingress and repeats them until the response is 200 or the sender stops. */
export class WebhookSender {
  readonly records: WebhookRecord[] = []
  readonly #options: SenderOptions
  readonly #stopping = new AbortController()

  constructor(options: SenderOptions) {
    this.#options = options
  }

  /** Resolves after the first attempt; retries continue. A string is sent unchanged, anything else as JSON. */
  async post(envelope: unknown, { signature = 'valid', retry = signature === 'valid' }: PostOptions = {}) {
    const body = typeof envelope === 'string' ? envelope : providerJson(envelope)
    const record: WebhookRecord = { body, firstAttemptAt: this.#options.clock(), statuses: [], delivered: false }
    this.records.push(record)
    this.records.splice(0, this.records.length - KEPT_RECORDS)
    const status = await this.#attempt(record, signature)
    if (!record.delivered && retry) void this.#repeat(record, signature)
    return { status, delivered: record.delivered }
  }

  stop(): void {
    this.#stopping.abort()
  }

  get stopped(): boolean {
    return this.#stopping.signal.aborted
  }

  async #repeat(record: WebhookRecord, signature: SignatureKind): Promise<void> {
    const delays = this.#options.retryDelaysSeconds
    for (let i = 0; !record.delivered; i++) {
      const seconds = delays[Math.min(i, delays.length - 1)] ?? 0
      if (!(await delay(seconds * 1000, this.#stopping.signal))) return
      await this.#attempt(record, signature)
    }
  }

  async #attempt(record: WebhookRecord, signature: SignatureKind): Promise<number> {
    const secret = signature === 'bad' ? `not ${this.#options.appSecret}` : this.#options.appSecret
    const headers = { 'content-type': 'application/json', 'user-agent': 'facebookexternalua' }
    const status = await fetch(this.#options.ingressUrl(), {
      method: 'POST',
      headers:
        signature === 'none' ? headers : { ...headers, 'x-hub-signature-256': hubSignature(record.body, secret) },
      body: record.body,
      redirect: 'manual',
      signal: AbortSignal.any([AbortSignal.timeout(ATTEMPT_TIMEOUT_MS), this.#stopping.signal]),
    }).then(
      async (response) => {
        await response.arrayBuffer().catch(() => undefined)
        return response.status
      },
      () => 0,
    )
    record.statuses.push(status)
    record.delivered = status === 200
    return status
  }
}
