import { randomUUID } from 'node:crypto'
import type { Outcome } from './execution-environment.ts'
import { stopping } from './lambda-error.ts'
import { type WarmWorker, WarmWorkers } from './warm-workers.ts'

/** How long running invocations may go on when the pool stops. */
const GRACE_MILLISECONDS = 5000

/** What a pool holds: runs one invocation at a time for as long as it is alive. */
export interface PooledWorker {
  readonly alive: boolean
  invoke(requestId: string, event: string): Promise<Outcome>
  stop(): Promise<void>
  /** Collects its garbage, once in its life. */
  collectOnce?(): void
}

/** What a pool needs to know. */
export interface WorkerPoolOptions {
  /** Workers at most; further invocations wait in line. */
  readonly concurrency: number
  /** Starts one more worker and is told to call `onEnd` when it has ended. */
  readonly start: (onEnd: () => void) => PooledWorker
  /** Where idle workers wait, and end. Several pools may share one. @default one of its own */
  readonly warm?: WarmWorkers
}

/** The workers of one function: started when needed, one invocation each at a time, reused while warm. */
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

  /** Workers that are alive. */
  get size(): number {
    return this.#all.size
  }

  /**
   * Runs one invocation, after those that came before it if all workers are busy.
   * @throws LambdaError when the pool is stopping.
   */
  async invoke(event: string): Promise<Outcome> {
    if (this.#stopped) throw stopping()
    const worker = await this.#take()
    const outcome = worker.invoke(randomUUID(), event)
    this.#running.add(outcome)
    try {
      return await outcome
    } finally {
      this.#running.delete(outcome)
      this.#giveBack(worker)
    }
  }

  /** Lets running invocations end, for five seconds at most; those still waiting in line are refused. */
  async stop(): Promise<void> {
    this.#stopped = true
    for (const waiting of this.#waiting.splice(0)) waiting.reject(stopping())
    for (const warm of this.#idle.values()) this.#warm.remove(warm)
    const grace = Promise.withResolvers<void>()
    const timer = setTimeout(grace.resolve, GRACE_MILLISECONDS)
    await Promise.race([Promise.allSettled(this.#running), grace.promise])
    clearTimeout(timer)
    await Promise.all(Array.from(this.#all, (worker) => worker.stop()))
  }

  async #take(): Promise<PooledWorker> {
    const latest = [...this.#idle.keys()].at(-1)
    if (latest) {
      this.#wake(latest)
      return latest
    }
    if (this.#all.size < this.#options.concurrency) return this.#startOne()
    const place = Promise.withResolvers<PooledWorker>()
    this.#waiting.push(place)
    return place.promise
  }

  #startOne(): PooledWorker {
    const worker = this.#options.start(() => this.#forget(worker))
    this.#all.add(worker)
    return worker
  }

  #giveBack(worker: PooledWorker): void {
    if (this.#stopped || !worker.alive) return
    const next = this.#waiting.shift()
    if (next) next.resolve(worker)
    else this.#rest(worker)
  }

  #rest(worker: PooledWorker): void {
    const warm: WarmWorker = {
      isLast: () => this.#all.size < 2,
      collectOnce: () => worker.collectOnce?.(),
      end: () => {
        this.#forget(worker)
        void worker.stop()
      },
    }
    this.#idle.set(worker, warm)
    this.#warm.add(warm)
  }

  #wake(worker: PooledWorker): void {
    const warm = this.#idle.get(worker)
    if (warm) this.#warm.remove(warm)
    this.#idle.delete(worker)
  }

  #forget(worker: PooledWorker): void {
    if (!this.#all.delete(worker)) return
    this.#wake(worker)
    if (!this.#stopped) this.#waiting.shift()?.resolve(this.#startOne())
  }
}
