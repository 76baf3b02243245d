/**
 * Keeps values for some milliseconds in a warm execution environment, which may live for hours and see many tenants. A full
 * cache is emptied. Own code, because lru-cache adds 19 KB and 3 to 5 % of processor time to the cold start of every function.
 */
export class ShortCache<Value> {
  readonly #milliseconds: number
  readonly #mostEntries: number
  readonly #entries = new Map<string, { readonly value: Value; readonly until: number }>()

  constructor(milliseconds: number, mostEntries = 1000) {
    this.#milliseconds = milliseconds
    this.#mostEntries = mostEntries
  }

  /** Returns the value of a key, or undefined if there is none or it is too old. `now` in milliseconds since the epoch. */
  get(key: string, now: number): Value | undefined {
    const entry = this.#entries.get(key)
    return entry && entry.until > now ? entry.value : undefined
  }

  /** Stores a value for the time of the cache, or for `milliseconds`. */
  set(key: string, value: Value, now: number, milliseconds = this.#milliseconds): void {
    if (this.#entries.size >= this.#mostEntries) this.#entries.clear()
    this.#entries.set(key, { value, until: now + milliseconds })
  }

  delete(key: string): void {
    this.#entries.delete(key)
  }
}
