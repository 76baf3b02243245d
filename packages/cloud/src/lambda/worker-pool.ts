import { randomUUID } from 'node:crypto'
import type { Outcome } from './execution-environment.ts'
import { stopping } from './lambda-error.ts'
import { type WarmWorker, WarmWorkers } from './warm-workers.ts'

/** How long a stopping pool waits for running invocations. */
const SHUTDOWN_GRACE_MILLISECONDS = 5000

/** A worker of a pool. It runs one invocation at a time while it is alive. */
export interface PooledWorker {
  readonly alive: boolean
  invoke(requestId: string, event: string): Promise<Outcome>
  stop(): Promise<void>
  /** Called when it is idle. */
  tidyOnce?(collectsGarbage: boolean): void
}

interface WorkerPoolOptions {
  /** Maximum number of workers; further invocations are queued. */
  readonly concurrency: number
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
  readonly #waiting: PromiseWithResolvers<PooledWorker>[] = []
  readonly #running = new Set<Promise<Outcome>>()
  #stopped = false

  constructor(options: WorkerPoolOptions) {
    this.#options = options
    this.#warm = options.warm ?? new WarmWorkers()
  }

  get size(): number {
    return this.#all.size
  }

  /** Runs one invocation, in order of arrival if all workers are busy. @throws LambdaError if the pool is stopping. */
  async invoke(event: string): Promise<Outcome> {
    if (this.#stopped) throw stopping()
    const worker = await this.#acquire()
    const outcome = worker.invoke(randomUUID(), event)
    this.#running.add(outcome)
    try {
      return await outcome
    } finally {
      this.#running.delete(outcome)
      this.#release(worker)
    }
  }

  /** Waits for running invocations, for five seconds at most, and rejects queued ones. */
  async stop(): Promise<void> {
    this.#stopped = true
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
    if (this.#all.size < this.#options.concurrency) return this.#startOne()
    const place = Promise.withResolvers<PooledWorker>()
    this.#waiting.push(place)
    return place.promise
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
