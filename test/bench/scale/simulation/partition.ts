/** A partition of the table that supports a number of units a second, and a burst of one second. */
export class Partition {
  readonly #unitsPerSecond: number
  #freeAt = 0

  constructor(unitsPerSecond: number) {
    this.#unitsPerSecond = unitsPerSecond
  }

  /** Returns the milliseconds until units are free, and takes them if that is within the deadline. */
  take(units: number, now: number, deadline: number): number {
    const from = Math.max(this.#freeAt, now - 1000)
    const until = from + (units * 1000) / this.#unitsPerSecond
    const wait = Math.max(0, until - now)
    if (wait <= deadline) this.#freeAt = until
    return wait
  }
}
