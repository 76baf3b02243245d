import type { Agenda } from './agenda.ts'
import type { Executions } from './executions.ts'
import type { Message } from './message.ts'
import { Partition } from './partition.ts'
import type { Scenario } from './scenario.ts'

/** The provider repeats a message that was not accepted after this time, which doubles each time. */
const REPEAT_MS = 5000
const LONGEST_REPEAT_MS = 600_000

/** Takes messages from the provider, and writes their deliveries to the partitions of the webhooks. */
export class Ingress {
  /** Posts that the provider has to repeat, of the other organisations and of the bad tenant. */
  readonly repeated = { others: 0, bad: 0 }
  readonly #agenda: Agenda
  readonly #scenario: Scenario
  readonly #executions: Executions
  readonly #partitions: Partition[] = []
  readonly #finish: (message: Message) => void

  constructor(agenda: Agenda, scenario: Scenario, executions: Executions, accept: (message: Message) => void) {
    this.#agenda = agenda
    this.#scenario = scenario
    this.#executions = executions
    this.#finish = agenda.lane<Message>(scenario.durations.ingress, (message) => {
      executions.end('ingress')
      accept(message)
    })
  }

  take(message: Message, repeats = 0): void {
    const { ingressDeadlineSeconds } = this.#scenario.design
    if (!this.#executions.begin('ingress')) {
      this.#repeat(message, repeats)
      return
    }
    const deadline = ingressDeadlineSeconds * 1000
    const { now } = this.#agenda
    const wait = this.partitionOf(message).take(1, now, deadline)
    if (wait === 0) this.#finish(message)
    else if (wait <= deadline) this.#agenda.at(now + wait, () => this.#finish(message))
    else
      this.#agenda.at(now + deadline, () => {
        this.#executions.end('ingress')
        this.#repeat(message, repeats)
      })
  }

  /** Returns the partitions of a webhook's deliveries as one that supports the writes of all its shards. */
  partitionOf({ webhook }: Pick<Message, 'webhook'>): Partition {
    const known = this.#partitions[webhook]
    if (known) return known
    const { capacity, design } = this.#scenario
    const partition = new Partition(capacity.partitionWrites * design.webhookShards)
    this.#partitions[webhook] = partition
    return partition
  }

  #repeat(message: Message, repeats: number): void {
    this.repeated[message.isBad ? 'bad' : 'others'] += 1
    const wait = Math.min(LONGEST_REPEAT_MS, REPEAT_MS * 2 ** repeats)
    this.#agenda.at(this.#agenda.now + wait, () => this.take(message, repeats + 1))
  }
}
