/** A number of messages within a time. */
export interface Rate {
  messages: number
  seconds: number
}

/** The rates of a number to one customer (131056) and to all customers (130429). */
export interface Limits {
  pair?: Rate | undefined
  number?: Rate | undefined
}

/** When messages were accepted. */
export class Traffic {
  readonly #times = new Map<string, number[]>()

  /** Counts a message of `key` at a time in milliseconds, unless it exceeds the rate. Returns whether it does not. */
  fits(key: string, { messages, seconds }: Rate, now: number): boolean {
    const recent = (this.#times.get(key) ?? []).filter((time) => time > now - seconds * 1000)
    const fits = recent.length < messages
    this.#times.set(key, fits ? [...recent, now] : recent)
    return fits
  }
}
