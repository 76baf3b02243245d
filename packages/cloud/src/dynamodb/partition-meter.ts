/** A partition key of a table or of a global index, for reads or for writes. */
export interface Partition {
  readonly operation: 'Read' | 'Write'
  /** ARN of the table or the index. */
  readonly arn: string
  readonly isIndex: boolean
  /** The value of the partition key. */
  readonly key: string
}

export interface Charge {
  readonly partition: Partition
  readonly units: number
}

const WINDOW_MILLISECONDS = 1000

/** A partition's charges of the last second, oldest first. */
interface Window {
  readonly charges: { readonly at: number; units: number }[]
  total: number
}

/** Counts the capacity units of the last second of every partition. */
export class PartitionMeter {
  readonly #now: () => number
  readonly #windows = new Map<string, Window>()
  #sweptAt = Number.NEGATIVE_INFINITY

  constructor(now: () => number) {
    this.#now = now
  }

  /** Returns the units of the last second. */
  used(partition: Partition): number {
    const window = this.#windows.get(idOf(partition))
    return window ? this.#slide(window) : 0
  }

  /** Adds units; negative ones are returned. */
  charge({ partition, units }: Charge): void {
    const id = idOf(partition)
    const window = this.#windows.get(id) ?? { charges: [], total: 0 }
    const at = this.#now()
    const last = window.charges.at(-1)
    if (last?.at === at) last.units += units
    else window.charges.push({ at, units })
    window.total += units
    this.#windows.set(id, window)
    this.#sweep(at)
  }

  #slide(window: Window): number {
    const since = this.#now() - WINDOW_MILLISECONDS
    const fresh = window.charges.findIndex(({ at }) => at > since)
    const expired = window.charges.splice(0, fresh === -1 ? window.charges.length : fresh)
    for (const { units } of expired) window.total -= units
    return window.total
  }

  /** Deletes the partitions without recent use. */
  #sweep(now: number): void {
    if (now - this.#sweptAt < WINDOW_MILLISECONDS) return
    this.#sweptAt = now
    for (const [id, window] of this.#windows) {
      this.#slide(window)
      if (window.charges.length === 0) this.#windows.delete(id)
    }
  }
}

function idOf({ operation, arn, key }: Partition): string {
  return `${operation} ${arn} ${key}`
}
