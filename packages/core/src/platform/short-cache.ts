import type { EpochMs, Ms } from '@replywright/contract/time.ts'

/**
 * A cache with a lifetime per value. A warm execution environment may live for hours and serve many tenants. A full
 * cache drops the value that was not used for longest. Own code, because lru-cache adds 19 KB and 3 to 5 % of processor
 * time to the cold start of every function.
 */
export class ShortCache<Value> {
  readonly #milliseconds: Ms
  readonly #maxEntries: number
  readonly #entries = new Map<string, { readonly value: Value; readonly until: EpochMs }>()

  constructor(milliseconds: Ms, maxEntries = 1000) {
    this.#milliseconds = milliseconds
    this.#maxEntries = maxEntries
  }

  /** Returns the value of a key, or undefined if it is missing or expired. */
  get(key: string, now: EpochMs): Value | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    // A map keeps the order of insertion: the first entry was not used for longest.
    this.#entries.delete(key)
    if (entry.until <= now) return undefined
    this.#entries.set(key, entry)
    return entry.value
  }

  /** Stores a value for the cache's lifetime, or for `milliseconds`. */
  set(key: string, value: Value, now: EpochMs, milliseconds = this.#milliseconds): void {
    this.#entries.delete(key)
    const [oldest] = this.#entries.keys()
    if (oldest !== undefined && this.#entries.size >= this.#maxEntries) this.#entries.delete(oldest)
    this.#entries.set(key, { value, until: now + milliseconds })
  }

  /** Returns the value of a key. If it is missing or expired, reads it, and stores it unless it is undefined. */
  async getOrRead<Read extends Value | undefined>(
    key: string,
    now: EpochMs,
    read: () => Promise<Read>,
  ): Promise<Value | Read> {
    const known = this.get(key, now)
    if (known !== undefined) return known
    const value = await read()
    if (value !== undefined) this.set(key, value, now)
    return value
  }

  delete(key: string): void {
    this.#entries.delete(key)
  }
}

/** Reads a value into a cache of promises: callers at the same time share one read. A failed one is not kept. */
export async function readShared<Value>(
  cache: ShortCache<Promise<Value>>,
  key: string,
  now: EpochMs,
  read: () => Promise<Value>,
): Promise<Value> {
  const known = cache.get(key, now)
  if (known) return await known
  const reading = read()
  cache.set(key, reading, now)
  try {
    return await reading
  } catch (error) {
    cache.delete(key)
    throw error
  }
}
