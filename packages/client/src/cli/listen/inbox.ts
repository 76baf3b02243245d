import type { Forwardable } from './request-headers.ts'

/** A listed delivery. */
export interface Listed extends Pick<Forwardable, 'id' | 'event'> {
  readonly webhookId: string
  readonly status: 'pending' | 'delivered' | 'failed'
  readonly attemptCount: number
  /** Absent if the page was too large. */
  readonly details?: Pick<Forwardable, 'payload' | 'attempts'> | undefined
}

/** The deliveries that the run knows by id. Lists overlap and change while they are read, so ids are repeated. */
export class Inbox {
  /** Forwarded, or older than the run. */
  readonly #done = new Set<string>()
  /** Without an attempt yet. */
  readonly #waiting = new Set<string>()
  readonly #ready = new Map<string, Listed>()

  /** Adds a page. Returns the number of deliveries that were not known. */
  add(page: readonly Listed[]): number {
    let added = 0
    for (const delivery of page) {
      const { id, status, attemptCount } = delivery
      if (this.#done.has(id) || this.#ready.has(id)) continue
      if (!this.#waiting.has(id)) added += 1
      const isReady = attemptCount > 0 || status !== 'pending'
      if (isReady) this.#ready.set(id, delivery)
      if (isReady) this.#waiting.delete(id)
      else this.#waiting.add(id)
    }
    return added
  }

  /** Adds a page of deliveries that are not forwarded. */
  skip(page: readonly Listed[]): void {
    for (const { id } of page) this.#done.add(id)
  }

  /** Returns the deliveries that can be forwarded, oldest event first. */
  get ready(): Listed[] {
    return [...this.#ready.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
  }

  /** Returns the ids of the deliveries without an attempt, oldest event first. */
  get waiting(): string[] {
    return [...this.#waiting].toSorted()
  }

  /** Records that a delivery was forwarded, or cannot be forwarded. */
  finish(id: string): void {
    this.#ready.delete(id)
    this.#done.add(id)
  }

  /** Forgets the deliveries that are done and that no list shows again. `before` in milliseconds. */
  forget(before: number): void {
    for (const id of this.#done) if (timeOfId(id) < before) this.#done.delete(id)
  }
}

/** Returns the time of a delivery's event in milliseconds: ids begin with it (UUID version 7 or 8), so they sort by it. */
export function timeOfId(id: string): number {
  return Number.parseInt(id.slice(0, 13).replace('-', ''), 16)
}
