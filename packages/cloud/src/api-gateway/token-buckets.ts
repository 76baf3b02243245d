/** The current time in milliseconds since the epoch. */
export type Clock = () => number

/** A throttle as a usage plan or a stage states it. A missing part means no limit. */
export interface Throttle {
  /** Requests per second, fractions allowed. */
  readonly rateLimit: number | undefined
  /** Requests at once. */
  readonly burstLimit: number | undefined
}

/** Token buckets by name: each starts full with `burstLimit` tokens and gains `rateLimit` of them a second. */
export class TokenBuckets {
  readonly #clock: Clock
  readonly #buckets = new Map<string, { tokens: number; at: number }>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Takes a token out of the bucket `name`; false when there is none. */
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
