import { after } from './clock.ts'

interface Waiter<T> {
  predicate: (item: T) => boolean
  resolve: (item: T) => void
  reject: (error: Error) => void
}

/** The received items, in order, and the pending calls of `next`. Keeps the latest `keep` items. */
export class Inbox<T> {
  readonly #keep: number
  readonly #describe: (item: T) => string
  readonly #waiting = new Set<Waiter<T>>()
  #items: T[] = []
  #taken = new Set<T>()

  constructor(keep: number, describe: (item: T) => string) {
    this.#keep = keep
    this.#describe = describe
  }

  get items(): readonly T[] {
    return this.#items
  }

  add(item: T): void {
    this.#items.push(item)
    for (const forgotten of this.#items.splice(0, this.#items.length - this.#keep)) this.#taken.delete(forgotten)
    for (const waiter of this.#waiting) {
      if (!waiter.predicate(item)) continue
      this.#taken.add(item)
      waiter.resolve(item)
      return
    }
  }

  /** Returns the first matching item that was not taken. Rejects after `timeoutMs` with a list of received items. */
  next(predicate: (item: T) => boolean = () => true, timeoutMs = 60_000): Promise<T> {
    const found = this.#items.find((item) => !this.#taken.has(item) && predicate(item))
    if (found !== undefined) {
      this.#taken.add(found)
      return Promise.resolve(found)
    }
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const waiter: Waiter<T> = { predicate, resolve, reject }
    this.#waiting.add(waiter)
    const cancel = after(timeoutMs, () =>
      reject(new Error(`nothing matched within ${timeoutMs} ms; ${this.#arrived()}`)),
    )
    return promise.finally(() => {
      cancel()
      this.#waiting.delete(waiter)
    })
  }

  clear(): void {
    this.#items = []
    this.#taken = new Set()
  }

  /** Rejects all pending calls. */
  close(): void {
    for (const waiter of this.#waiting) waiter.reject(new Error(`stopped while waiting; ${this.#arrived()}`))
  }

  #arrived(): string {
    const lines = this.#items.map((item) => `  ${this.#describe(item)}${this.#taken.has(item) ? ' (taken)' : ''}`)
    return lines.length === 0 ? 'nothing arrived' : `arrived:\n${lines.join('\n')}`
  }
}
