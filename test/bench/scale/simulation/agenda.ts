import { Fifo } from './fifo.ts'

interface Entry {
  readonly at: number
  readonly run: () => void
}

interface Lane {
  /** When its first entry is due. */
  nextAt: number
  readonly runNext: () => void
}

/** The simulated time in milliseconds, and what happens when. */
export class Agenda {
  now = 0
  readonly #heap: Entry[] = []
  readonly #lanes: Lane[] = []

  /** Runs something at a time. */
  at(at: number, run: () => void): void {
    const heap = this.#heap
    const entry = { at, run }
    let place = heap.push(entry) - 1
    while (place > 0) {
      const above = (place - 1) >> 1
      const parent = heap[above]
      if (!parent || at >= parent.at) break
      heap[place] = parent
      place = above
    }
    heap[place] = entry
  }

  /** Returns a function that sets when something runs next, which is cheaper than `at`. */
  timer(run: () => void): (at: number) => void {
    const lane: Lane = {
      nextAt: Number.POSITIVE_INFINITY,
      runNext() {
        lane.nextAt = Number.POSITIVE_INFINITY
        run()
      },
    }
    this.#lanes.push(lane)
    return (at) => {
      lane.nextAt = at
    }
  }

  /** Returns a function that handles each entry after the same delay, which is cheaper than `at`. */
  lane<T>(delay: number, handle: (entry: T) => void): (entry: T) => void {
    const entries = new Fifo<T>()
    const times = new Fifo<number>()
    const lane: Lane = {
      nextAt: Number.POSITIVE_INFINITY,
      runNext() {
        const entry = entries.shift()
        times.shift()
        lane.nextAt = times.peek() ?? Number.POSITIVE_INFINITY
        if (entry !== undefined) handle(entry)
      },
    }
    this.#lanes.push(lane)
    return (entry) => {
      const at = this.now + delay
      entries.push(entry)
      times.push(at)
      if (lane.nextAt > at) lane.nextAt = at
    }
  }

  /** Runs everything that is due until a time. */
  runUntil(end: number): void {
    for (;;) {
      let next: Lane | undefined
      let at = this.#heap[0]?.at ?? Number.POSITIVE_INFINITY
      for (const lane of this.#lanes) {
        if (lane.nextAt < at) {
          at = lane.nextAt
          next = lane
        }
      }
      if (at > end) break
      this.now = at
      if (next) next.runNext()
      else this.#takeFirst()?.run()
    }
    this.now = end
  }

  #takeFirst(): Entry | undefined {
    const heap = this.#heap
    const first = heap[0]
    const last = heap.pop()
    if (heap.length === 0 || !last) return first
    let place = 0
    for (;;) {
      const below = 2 * place + 1
      let child = heap[below]
      if (!child) break
      const other = heap[below + 1]
      const isOther = other !== undefined && other.at < child.at
      if (isOther) child = other
      if (child.at >= last.at) break
      heap[place] = child
      place = below + (isOther ? 1 : 0)
    }
    heap[place] = last
    return first
  }
}
