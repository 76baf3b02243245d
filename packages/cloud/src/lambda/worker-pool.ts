import { randomUUID } from 'node:crypto'
import type { Outcome } from './execution-environment.ts'
import { stopping } from './lambda-error.ts'
import { type WarmWorker, WarmWorkers } from './warm-workers.ts'

/** How long an invocation is first in the queue before a further worker starts for it. Five start in a second, as for queues on AWS. */
const GROWTH_MILLISECONDS = 200

/** Invocations that wait so long need a further worker although the queue moves: more arrive than the workers run. */
const LONGEST_WAIT_MILLISECONDS = 1000

/** How long a stopping pool waits for running invocations. */
const SHUTDOWN_GRACE_MILLISECONDS = 5000

/** A worker of a pool. It runs one invocation at a time while it is alive. */
export interface PooledWorker {
  readonly alive: boolean
  invoke(requestId: string, event: string, traceHeader: string): Promise<Outcome>
  stop(): Promise<void>
  /** Called when it is idle. */
  tidyOnce?(collectsGarbage: boolean): void
}

interface Waiting extends PromiseWithResolvers<PooledWorker> {
  readonly since: number
}

interface WorkerPoolOptions {
  /** Maximum number of workers; further invocations are queued. */
  readonly concurrency: number
  /** Workers that start while the others are busy. Further ones start one at a time, if invocations wait. @default all */
  readonly startsAtOnce?: number | undefined
  /** Starts a worker. The worker calls `onEnd` when it has ended. */
  readonly start: (onEnd: () => void) => PooledWorker
  /** The idle workers. Pools may share them. @default its own */
  readonly warm?: WarmWorkers
}

/** The workers of one function: started on demand, with one invocation at a time, and reused while warm. */
export class WorkerPool {
  readonly #options: WorkerPoolOptions
  readonly #all = new Set<PooledWorker>()
  readonly #warm: WarmWorkers
  /** The most recently used is the last. */
  readonly #idle = new Map<PooledWorker, WarmWorker>()
  readonly #waiting: Waiting[] = []
  readonly #running = new Set<Promise<Outcome>>()
  #growth: NodeJS.Timeout | undefined
  #stopped = false

  constructor(options: WorkerPoolOptions) {
    this.#options = options
    this.#warm = options.warm ?? new WarmWorkers()
  }

  get size(): number {
    return this.#all.size
  }

  /** Runs one invocation, in order of arrival if all workers are busy. @throws LambdaError if the pool is stopping. */
  async invoke(event: string, traceHeader = ''): Promise<Outcome> {
    if (this.#stopped) throw stopping()
    const worker = await this.#acquire()
    const outcome = worker.invoke(randomUUID(), event, traceHeader)
    this.#running.add(outcome)
    try {
      return await outcome
    } finally {
      this.#running.delete(outcome)
      this.#release(worker)
    }
  }

  endIdle(): void {
    for (const warm of [...this.#idle.values()]) warm.end()
  }

  /** Waits for running invocations, for five seconds at most, and rejects queued ones. */
  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#growth)
    for (const waiting of this.#waiting.splice(0)) waiting.reject(stopping())
    for (const warm of this.#idle.values()) this.#warm.remove(warm)
    const grace = Promise.withResolvers<void>()
    const timer = setTimeout(grace.resolve, SHUTDOWN_GRACE_MILLISECONDS)
    await Promise.race([Promise.allSettled(this.#running), grace.promise])
    clearTimeout(timer)
    await Promise.all(Array.from(this.#all, (worker) => worker.stop()))
  }

  async #acquire(): Promise<PooledWorker> {
    const latest = [...this.#idle.keys()].at(-1)
    if (latest) {
      this.#removeIdle(latest)
      return latest
    }
    const { concurrency, startsAtOnce = concurrency } = this.#options
    if (this.#all.size < Math.min(startsAtOnce, concurrency)) return this.#startOne()
    const place = Promise.withResolvers<PooledWorker>()
    this.#waiting.push({ ...place, since: performance.now() })
    this.#growLater()
    return place.promise
  }

  /** Starts a further worker if the invocation that is first in the queue still is after a while, or waited for long. */
  #growLater(): void {
    const [first] = this.#waiting
    if (this.#growth || !first || this.#all.size >= this.#options.concurrency) return
    this.#growth = setTimeout(() => {
      this.#growth = undefined
      const [next] = this.#waiting
      const waitsLong = next !== undefined && performance.now() - next.since >= LONGEST_WAIT_MILLISECONDS
      if (next === first || waitsLong) this.#waiting.shift()?.resolve(this.#startOne())
      this.#growLater()
    }, GROWTH_MILLISECONDS)
  }

  #startOne(): PooledWorker {
    const worker = this.#options.start(() => this.#remove(worker))
    this.#all.add(worker)
    return worker
  }

  #release(worker: PooledWorker): void {
    if (this.#stopped || !worker.alive) return
    const next = this.#waiting.shift()
    if (next) next.resolve(worker)
    else this.#addIdle(worker)
  }

  #addIdle(worker: PooledWorker): void {
    const warm: WarmWorker = {
      isLast: () => this.#all.size < 2,
      tidyOnce: (collectsGarbage) => worker.tidyOnce?.(collectsGarbage),
      end: () => {
        this.#remove(worker)
        void worker.stop()
      },
    }
    this.#idle.set(worker, warm)
    this.#warm.add(warm)
  }

  #removeIdle(worker: PooledWorker): void {
    const warm = this.#idle.get(worker)
    if (warm) this.#warm.remove(warm)
    this.#idle.delete(worker)
  }

  #remove(worker: PooledWorker): void {
    if (!this.#all.delete(worker)) return
    this.#removeIdle(worker)
    if (!this.#stopped) this.#waiting.shift()?.resolve(this.#startOne())
  }
}
