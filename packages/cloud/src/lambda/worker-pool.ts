import { randomUUID } from 'node:crypto'
import type { Outcome } from './execution-environment.ts'
import { stopping } from './lambda-error.ts'

/** An idle worker beyond the first ends after this time. */
const IDLE_MILLISECONDS = 60_000

/** How long running invocations may go on when the pool stops. */
const GRACE_MILLISECONDS = 5000

/** What a pool holds: runs one invocation at a time for as long as it is alive. */
export interface PooledWorker {
  readonly alive: boolean
  invoke(requestId: string, event: string): Promise<Outcome>
  stop(): Promise<void>
}

/** What a pool needs to know. */
export interface WorkerPoolOptions {
  /** Workers at most; further invocations wait in line. */
  readonly concurrency: number
  /** Starts one more worker and is told to call `onEnd` when it has ended. */
  readonly start: (onEnd: () => void) => PooledWorker
  /** @default 60,000 */
  readonly idleMilliseconds?: number
}

/** The workers of one function: started when needed, one invocation each at a time, reused while warm. */
export class WorkerPool {
  readonly #options: WorkerPoolOptions
  readonly #all = new Set<PooledWorker>()
  readonly #idle: PooledWorker[] = []
  readonly #idleTimers = new Map<PooledWorker, NodeJS.Timeout>()
  readonly #waiting: PromiseWithResolvers<PooledWorker>[] = []
  readonly #running = new Set<Promise<Outcome>>()
  #stopped = false

  constructor(options: WorkerPoolOptions) {
    this.#options = options
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
    for (const timer of this.#idleTimers.values()) clearTimeout(timer)
    const grace = Promise.withResolvers<void>()
    const timer = setTimeout(grace.resolve, GRACE_MILLISECONDS)
    await Promise.race([Promise.allSettled(this.#running), grace.promise])
    clearTimeout(timer)
    await Promise.all(Array.from(this.#all, (worker) => worker.stop()))
  }

  async #take(): Promise<PooledWorker> {
    const warm = this.#idle.pop()
    if (warm) {
      clearTimeout(this.#idleTimers.get(warm))
      return warm
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
    this.#idle.push(worker)
    const timer = setTimeout(() => this.#endIdle(worker), this.#options.idleMilliseconds ?? IDLE_MILLISECONDS)
    this.#idleTimers.set(worker, timer.unref())
  }

  #endIdle(worker: PooledWorker): void {
    if (this.#all.size < 2) return
    this.#forget(worker)
    void worker.stop()
  }

  #forget(worker: PooledWorker): void {
    if (!this.#all.delete(worker)) return
    clearTimeout(this.#idleTimers.get(worker))
    this.#idleTimers.delete(worker)
    const position = this.#idle.indexOf(worker)
    if (position >= 0) this.#idle.splice(position, 1)
    if (!this.#stopped) this.#waiting.shift()?.resolve(this.#startOne())
  }
}
