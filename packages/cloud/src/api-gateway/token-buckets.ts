/** The current time in milliseconds since the epoch. */
export type Clock = () => number

/** The throttle of a usage plan or a stage. A missing value means no limit. */
export interface Throttle {
  /** Requests per second; may be a fraction. */
  readonly rateLimit: number | undefined
  /** Concurrent requests. */
  readonly burstLimit: number | undefined
}

/** Token buckets by name. Each starts full with `burstLimit` tokens and refills with `rateLimit` tokens per second. */
export class TokenBuckets {
  readonly #clock: Clock
  readonly #buckets = new Map<string, { tokens: number; at: number }>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Takes a token from the bucket `name`. Returns false if the bucket is empty. */
  take(name: string, { rateLimit, burstLimit }: Throttle): boolean {
    if (rateLimit === undefined || burstLimit === undefined) return true
    const now = this.#clock()
    const bucket = this.#buckets.get(name) ?? { tokens: burstLimit, at: now }
    const tokens = Math.min(burstLimit, bucket.tokens + ((now - bucket.at) / 1000) * rateLimit)
    const enough = tokens >= 1
    this.#buckets.set(name, { tokens: enough ? tokens - 1 : tokens, at: now })
    return enough
  }
}
