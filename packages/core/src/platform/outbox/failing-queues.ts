/** A queue that fails for this long delays the messages to other queues no longer. */
const HOLD_MILLISECONDS = 120_000

/** Remembers since when queues fail. A failure long after the previous one begins anew: another instance may have succeeded. */
export class FailingQueues {
  readonly #failing = new Map<string, { readonly since: number; readonly last: number }>()

  /** Records whether a queue accepted a batch. `now` in milliseconds. */
  record(queue: string, accepted: boolean, now: number): void {
    if (accepted) this.#failing.delete(queue)
    else this.#failing.set(queue, { since: this.#current(queue, now)?.since ?? now, last: now })
  }

  /** Returns whether a queue has failed for so long that its records are no longer held back. */
  isDown(queue: string, now: number): boolean {
    return now - (this.#current(queue, now)?.since ?? now) >= HOLD_MILLISECONDS
  }

  #current(queue: string, now: number) {
    const failing = this.#failing.get(queue)
    return failing && now - failing.last <= HOLD_MILLISECONDS ? failing : undefined
  }
}
