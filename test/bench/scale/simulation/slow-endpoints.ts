/** packages/core/src/deliveries/webhooks/slow-endpoints.ts */
const SLOW_MS = 1000
const SLOW_FOR_MS = 300_000

/** Which endpoints are marked as slow. */
export class SlowEndpoints {
  readonly #until = new Map<number, number>()

  isMarked(webhook: number, now: number): boolean {
    return (this.#until.get(webhook) ?? 0) > now
  }

  /** Marks the endpoint of an attempt that began now, if it takes long. The mark is seen once the response is late. */
  attempted(
    webhook: number,
    lasts: number,
    agenda: { readonly now: number; at(at: number, run: () => void): void },
  ): void {
    if (lasts <= SLOW_MS) return
    const markedAt = agenda.now + SLOW_MS
    agenda.at(markedAt, () => this.#until.set(webhook, markedAt + SLOW_FOR_MS))
  }
}
