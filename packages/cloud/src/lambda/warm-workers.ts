/** Maximum number of idle workers of all functions. Above it, the least recently used ends first. */
const MAX_WARM_WORKERS = 64

/** A worker with a shorter idle time is not ended to reduce the number, because a burst will reuse it. */
const MIN_IDLE_MILLISECONDS = 1000

/** Idle time after which a worker ends: the last one of its function, and the others. */
const LAST_IDLE_MILLISECONDS = 300_000
const OTHER_IDLE_MILLISECONDS = 30_000

/** Idle time after which a worker stores the code that it compiled. */
const TIDY_AFTER_MILLISECONDS = 3000

/** How long idle workers are kept, and how many start. */
export interface WarmthSettings {
  /**
   * Workers of a function that start while its others are busy. Each further one starts after an invocation has been the
   * first in the queue for 200 ms, or has waited for a second. Fewer workers need less memory, and their code is compiled
   * better; fewer invocations are concurrent.
   * @default all
   */
  readonly startsAtOnce?: number
  /** @default 64 */
  readonly atMost?: number
  /** Applies to the last worker of a function. @default 300,000 */
  readonly lastIdleMilliseconds?: number
  /** Applies while its function has other workers. @default 30,000 */
  readonly otherIdleMilliseconds?: number
  /**
   * Whether an idle worker collects its garbage once. Loading a function leaves several megabytes; collecting them takes a
   * tenth of the processor time of short runs. @default false
   */
  readonly collectsGarbage?: boolean
}

export interface WarmWorker {
  /** Whether its function has no other worker. */
  isLast(): boolean
  end(): void
  /** Stores the worker's compiled code, and collects its garbage if asked to. Does so once. */
  tidyOnce(collectsGarbage: boolean): void
}

/** The idle workers of all functions. Ends those idle for long, and the least recently used above the maximum. */
export class WarmWorkers {
  readonly #atMost: number
  readonly #lastIdle: number
  readonly #otherIdle: number
  readonly #collectsGarbage: boolean
  /** The start of each worker's idle time, oldest first. */
  readonly #since = new Map<WarmWorker, number>()
  #timer: NodeJS.Timeout | undefined

  constructor(settings: WarmthSettings = {}) {
    this.#atMost = settings.atMost ?? MAX_WARM_WORKERS
    this.#lastIdle = settings.lastIdleMilliseconds ?? LAST_IDLE_MILLISECONDS
    this.#otherIdle = settings.otherIdleMilliseconds ?? OTHER_IDLE_MILLISECONDS
    this.#collectsGarbage = settings.collectsGarbage ?? false
  }

  add(worker: WarmWorker): void {
    this.#since.set(worker, performance.now())
    const interval = Math.min(MIN_IDLE_MILLISECONDS, this.#lastIdle, this.#otherIdle)
    this.#timer ??= setInterval(() => this.#sweep(), interval).unref()
  }

  /** Removes a worker that is busy again or has ended. */
  remove(worker: WarmWorker): void {
    this.#since.delete(worker)
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#since.clear()
  }

  #sweep(): void {
    const now = performance.now()
    for (const [worker, since] of [...this.#since]) {
      const idle = now - since
      const limit = worker.isLast() ? this.#lastIdle : this.#otherIdle
      const isExcess = this.#since.size > this.#atMost && idle >= Math.min(MIN_IDLE_MILLISECONDS, limit)
      if (idle >= TIDY_AFTER_MILLISECONDS) worker.tidyOnce(this.#collectsGarbage)
      if (idle < limit && !isExcess) continue
      this.#since.delete(worker)
      worker.end()
    }
    if (this.#since.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}
