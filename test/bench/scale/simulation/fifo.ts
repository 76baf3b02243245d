/** A queue whose oldest entry is first. Adding and taking cost the same at any length. */
export class Fifo<T> {
  #entries: T[] = []
  #head = 0

  get length(): number {
    return this.#entries.length - this.#head
  }

  push(entry: T): void {
    this.#entries.push(entry)
  }

  peek(): T | undefined {
    return this.#entries[this.#head]
  }

  shift(): T | undefined {
    if (this.length === 0) return undefined
    const entry = this.#entries[this.#head]
    this.#head += 1
    if (this.#head > 1024 && this.#head * 2 > this.#entries.length) {
      this.#entries = this.#entries.slice(this.#head)
      this.#head = 0
    }
    return entry
  }
}
