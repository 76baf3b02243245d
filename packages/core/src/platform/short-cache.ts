/** Entries of one cache. An execution environment may live for hours and see many tenants. */
const MOST_ENTRIES = 1000

/** Keeps values for some milliseconds in a warm execution environment. Holds at most 1,000 and then starts empty again. */
export class ShortCache<Value> {
  readonly #milliseconds: number
  readonly #entries = new Map<string, { readonly value: Value; readonly until: number }>()

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds
  }

  /** Returns the value of a key; undefined when there is none or it is too old. `now` in milliseconds since the epoch. */
  get(key: string, now: number): Value | undefined {
    const entry = this.#entries.get(key)
    return entry && entry.until > now ? entry.value : undefined
  }

  set(key: string, value: Value, now: number): void {
    if (this.#entries.size >= MOST_ENTRIES) this.#entries.clear()
    this.#entries.set(key, { value, until: now + this.#milliseconds })
  }

  delete(key: string): void {
    this.#entries.delete(key)
  }
}
