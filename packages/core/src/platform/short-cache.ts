/**
 * A cache with a short lifetime per value. A warm execution environment may live for hours and serve many tenants. A
 * full cache is emptied. Own code, because lru-cache adds 19 KB and 3 to 5 % of processor time to the cold start of
 * every function.
 */
export class ShortCache<Value> {
  readonly #milliseconds: number
  readonly #maxEntries: number
  readonly #entries = new Map<string, { readonly value: Value; readonly until: number }>()

  constructor(milliseconds: number, maxEntries = 1000) {
    this.#milliseconds = milliseconds
    this.#maxEntries = maxEntries
  }

  /** Returns the value of a key, or undefined if it is missing or expired. `now` in milliseconds since the epoch. */
  get(key: string, now: number): Value | undefined {
    const entry = this.#entries.get(key)
    return entry && entry.until > now ? entry.value : undefined
  }

  /** Stores a value for the cache's lifetime, or for `milliseconds`. */
  set(key: string, value: Value, now: number, milliseconds = this.#milliseconds): void {
    if (this.#entries.size >= this.#maxEntries) this.#entries.clear()
    this.#entries.set(key, { value, until: now + milliseconds })
  }

  delete(key: string): void {
    this.#entries.delete(key)
  }
}
