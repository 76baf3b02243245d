import type { Agenda } from './agenda.ts'
import type { Executions } from './executions.ts'
import { FairQueue } from './fair-queue.ts'
import type { Message } from './message.ts'
import { exponential } from './random.ts'
import type { Scenario } from './scenario.ts'
import type { SlowEndpoints } from './slow-endpoints.ts'

/** How long a throttled mapping waits before it invokes its function again. */
const THROTTLED_MS = 50
/** An endpoint that rejects requests responds in this time. */
const REJECTED_MS = 100

/**
 * A queue of deliveries and its worker: batches of attempts, each batch as long as its slowest attempt. With `apart`, deliveries and
 * retries to endpoints that are marked as slow are moved to that queue.
 */
export class Deliveries {
  readonly queue: FairQueue<Message>
  /** Batches in progress. */
  busy = 0
  /** The bad tenant's attempts so far. */
  badAttempts = 0
  readonly #agenda: Agenda
  readonly #scenario: Scenario
  readonly #executions: Executions
  readonly #random: () => number
  readonly #delivered: (message: Message, at: number) => void
  readonly #delayed: readonly ((message: Message) => void)[]
  readonly #batches: number
  readonly #slow: SlowEndpoints
  readonly #apart: Deliveries | undefined
  readonly #poll: (entry: true) => void
  #polls = false

  constructor(
    agenda: Agenda,
    scenario: Scenario,
    executions: Executions,
    random: () => number,
    delivered: (message: Message, at: number) => void,
    { batches, slow, apart }: { batches: number; slow: SlowEndpoints; apart?: Deliveries | undefined },
  ) {
    this.#agenda = agenda
    this.#scenario = scenario
    this.#executions = executions
    this.#random = random
    this.#delivered = delivered
    this.#batches = batches
    this.#slow = slow
    this.#apart = apart
    this.queue = new FairQueue(() => agenda.now, scenario.capacity.inFlight)
    this.#delayed = scenario.durations.retries.map((delay) =>
      agenda.lane<Message>(delay, (message) => this.send(message)),
    )
    this.#poll = agenda.lane<true>(scenario.durations.poll, () => {
      this.#polls = false
      this.#receive()
    })
  }

  send(message: Message): void {
    this.queue.send(message)
    this.#wake()
  }

  #wake(): void {
    if (this.#polls || this.queue.visible === 0 || this.busy >= this.#batches) return
    this.#polls = true
    this.#poll(true)
  }

  #receive(): void {
    const { capacity, durations } = this.#scenario
    if (this.busy >= this.#batches) return
    if (!this.#executions.begin('workers')) {
      this.#agenda.at(this.#agenda.now + THROTTLED_MS, () => this.#wake())
      return
    }
    const batch = this.queue.receive(capacity.batchSize)
    if (batch.length === 0) {
      this.#executions.end('workers')
      return
    }
    this.busy += 1
    const began = this.#agenda.now
    const attempts = batch.map((message) => ({ message, ...this.#attempt(message) }))
    const longest = Math.max(...attempts.map(({ lasts }) => lasts))
    this.#agenda.at(began + longest + durations.batch, () => {
      this.busy -= 1
      this.#executions.end('workers')
      for (const { message, lasts, succeeds, isMoved } of attempts) {
        if (succeeds) this.#delivered(message, began + lasts)
        if (isMoved) this.queue.end(message, began, false)
        else this.#conclude(message, began, succeeds)
      }
      this.#wake()
    })
    if (batch.length === capacity.batchSize) this.#receive()
    else this.#wake()
  }

  #attempt(message: Message): { readonly lasts: number; readonly succeeds: boolean; readonly isMoved?: boolean } {
    if (this.#apart && this.#slow.isMarked(message.webhook, this.#agenda.now)) {
      this.#apart.send(message)
      return { lasts: 0, succeeds: false, isMoved: true }
    }
    if (message.isBad) this.badAttempts += 1
    message.attempts += 1
    const attempt = message.isBad ? this.#badAttempt() : this.#usualAttempt()
    this.#slow.attempted(message.webhook, attempt.lasts, this.#agenda)
    return attempt
  }

  #badAttempt(): { readonly lasts: number; readonly succeeds: boolean } {
    const { durations, bad } = this.#scenario
    return { lasts: bad?.endpoints === 'hang' ? durations.attempt : REJECTED_MS, succeeds: false }
  }

  #usualAttempt(): { readonly lasts: number; readonly succeeds: boolean } {
    const { durations } = this.#scenario
    const lasts = durations.endpoint / 2 + exponential(this.#random, durations.endpoint / 2)
    return lasts < durations.attempt ? { lasts, succeeds: true } : { lasts: durations.attempt, succeeds: false }
  }

  /** Deletes a message whose delivery has ended, or retries it. */
  #conclude(message: Message, receivedAt: number, succeeds: boolean): void {
    const { design, durations } = this.#scenario
    const retry = succeeds ? undefined : durations.retries[message.attempts - 1]
    if (retry !== undefined && design.retriesInFlight) {
      this.#agenda.at(this.#agenda.now + retry, () => {
        this.queue.end(message, receivedAt, true)
        this.#wake()
      })
      return
    }
    this.queue.end(message, receivedAt, false)
    if (retry !== undefined) this.#delayed[message.attempts - 1]?.(message)
  }
}
