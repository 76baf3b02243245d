import type { Capacity } from './scenario.ts'

/** The executions of an account, of which a part may be reserved for the ingress. */
export class Executions {
  ingress = 0
  workers = 0
  readonly #total: number
  readonly #reserve: number

  constructor({ executions, ingressReserve }: Capacity) {
    this.#total = executions
    this.#reserve = ingressReserve
  }

  /** The most that each kind may use now. A reserve is also the limit of its function. */
  get limits(): { readonly ingress: number; readonly workers: number } {
    return this.#reserve > 0
      ? { ingress: this.#reserve, workers: this.#total - this.#reserve }
      : { ingress: this.#total - this.workers, workers: this.#total - this.ingress }
  }

  /** Begins an execution. Returns false if there is none. */
  begin(kind: 'ingress' | 'workers'): boolean {
    if (this[kind] >= this.limits[kind]) return false
    this[kind] += 1
    return true
  }

  end(kind: 'ingress' | 'workers'): void {
    this[kind] -= 1
  }
}
