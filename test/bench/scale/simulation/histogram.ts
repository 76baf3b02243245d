/** Each bucket is this much wider than the one before. */
const GROWTH = 1.02

/** Durations in milliseconds, of which any number takes the same memory. */
export class Histogram {
  readonly #counts: number[] = []
  #total = 0
  #sum = 0

  add(milliseconds: number): void {
    const bucket = Math.max(0, Math.ceil(Math.log(Math.max(1, milliseconds)) / Math.log(GROWTH)))
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1
    this.#total += 1
    this.#sum += milliseconds
  }

  get count(): number {
    return this.#total
  }

  get mean(): number {
    return this.#total === 0 ? 0 : this.#sum / this.#total
  }

  /** Returns the duration that a share of all durations does not exceed, within 2 %; 0 if there is none. */
  at(share: number): number {
    let left = share * this.#total
    for (const [bucket, count = 0] of this.#counts.entries()) {
      left -= count
      if (left <= 0 && count > 0) return GROWTH ** bucket
    }
    return 0
  }
}
