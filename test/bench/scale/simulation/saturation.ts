/** A part is saturated if this share of it is used in so many consecutive samples, one a second. */
const FULL = 0.95
const SAMPLES = 5

/** What a part uses now, and the most that it can use. */
export type Gauge = () => { readonly used: number; readonly limit: number }

/** Samples the parts of a simulation once a second. */
export class Saturation<Part extends string> {
  /** The parts that were full for five seconds, and since when, the first one first. */
  readonly saturated: { readonly part: Part; readonly second: number }[] = []
  readonly #gauges: ReadonlyMap<Part, Gauge>
  readonly #most = new Map<Part, number>()
  readonly #full = new Map<Part, number>()

  constructor(gauges: ReadonlyMap<Part, Gauge>) {
    this.#gauges = gauges
  }

  /** Returns the most that a part used in any sample. */
  mostOf(part: Part): number {
    return this.#most.get(part) ?? 0
  }

  sample(second: number): void {
    for (const [part, gauge] of this.#gauges) {
      const { used, limit } = gauge()
      this.#most.set(part, Math.max(this.mostOf(part), used))
      const samples = used >= FULL * limit ? (this.#full.get(part) ?? 0) + 1 : 0
      this.#full.set(part, samples)
      if (samples === SAMPLES && !this.saturated.some((one) => one.part === part))
        this.saturated.push({ part, second: second - SAMPLES + 1 })
    }
  }
}
