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
    let place = heap.push({ at, run }) - 1
    while (place > 0) {
      const parent = (place - 1) >> 1
      if (at >= timeAt(heap, parent)) break
      swap(heap, place, parent)
      place = parent
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
      let at = timeAt(this.#heap, 0)
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
    heap[0] = last
    let place = 0
    for (;;) {
      let least = place
      const child = 2 * place + 1
      if (timeAt(heap, child) < timeAt(heap, least)) least = child
      if (timeAt(heap, child + 1) < timeAt(heap, least)) least = child + 1
      if (least === place) return first
      swap(heap, place, least)
      place = least
    }
  }
}

function timeAt(heap: readonly Entry[], place: number): number {
  return heap[place]?.at ?? Number.POSITIVE_INFINITY
}

function swap(heap: Entry[], a: number, b: number): void {
  const [first, second] = [heap[a], heap[b]]
  if (!first || !second) return
  heap[a] = second
  heap[b] = first
}
