/** A queue that fails for this long delays the messages to other queues no longer. */
const HOLD_MILLISECONDS = 120_000

/** Remembers since when queues fail. */
export class FailingQueues {
  readonly #since = new Map<string, number>()

  /** Records whether a queue accepted a batch. `now` in milliseconds. */
  record(queue: string, accepted: boolean, now: number): void {
    if (accepted) this.#since.delete(queue)
    else if (!this.#since.has(queue)) this.#since.set(queue, now)
  }

  /** Returns whether a queue has failed for so long that its records are no longer held back. */
  isDown(queue: string, now: number): boolean {
    return now - (this.#since.get(queue) ?? now) >= HOLD_MILLISECONDS
  }
}
