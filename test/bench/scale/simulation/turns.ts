import { slotItems } from '../model.ts'
import type { Agenda } from './agenda.ts'
import type { Executions } from './executions.ts'
import { Fifo } from './fifo.ts'
import type { Message } from './message.ts'
import { Partition } from './partition.ts'
import { exponential } from './random.ts'
import type { Scenario } from './scenario.ts'

/** A message without a slot is received again after about this time. */
const SLOT_WAIT_MS = 2000

/** The queue of turns and its worker. One organisation has at most its slots. */
export class Turns {
  busy = 0
  readonly #agenda: Agenda
  readonly #scenario: Scenario
  readonly #executions: Executions
  readonly #random: () => number
  readonly #answered: (message: Message) => void
  readonly #waiting = new Fifo<Message>()
  readonly #running: number[] = []
  readonly #withoutSlot: Fifo<Message>[] = []
  readonly #slots: Partition[] = []

  constructor(
    agenda: Agenda,
    scenario: Scenario,
    executions: Executions,
    random: () => number,
    answered: (message: Message) => void,
  ) {
    this.#agenda = agenda
    this.#scenario = scenario
    this.#executions = executions
    this.#random = random
    this.#answered = answered
  }

  /** Turns that wait. */
  get backlog(): number {
    return this.#waiting.length + this.#withoutSlot.reduce((sum, { length }) => sum + length, 0)
  }

  send(message: Message): void {
    this.#waiting.push(message)
    this.#begin()
  }

  #begin(): void {
    const { capacity } = this.#scenario
    while (this.busy < capacity.turns) {
      const message = this.#waiting.peek()
      if (!message) return
      const { organization } = message
      const running = this.#running[organization] ?? 0
      if (running >= capacity.turnsOfOne) {
        this.#waiting.shift()
        const line = this.#withoutSlot[organization] ?? new Fifo<Message>()
        this.#withoutSlot[organization] = line
        line.push(message)
        continue
      }
      if (!this.#executions.begin('workers')) return
      this.#waiting.shift()
      this.busy += 1
      this.#running[organization] = running + 1
      const { turn } = this.#scenario.durations
      const lasts = turn / 2 + exponential(this.#random, turn / 2) + this.#acquireSlot(organization)
      this.#agenda.at(this.#agenda.now + lasts, () => this.#end(message))
    }
  }

  #end(message: Message): void {
    const { organization } = message
    this.busy -= 1
    this.#executions.end('workers')
    this.#running[organization] = (this.#running[organization] ?? 1) - 1
    this.#answered(message)
    const next = this.#withoutSlot[organization]?.shift()
    if (next) this.#agenda.at(this.#agenda.now + SLOT_WAIT_MS, () => this.send(next))
    this.#begin()
  }

  /** Returns how long the writes of a turn's slot wait for their partition. */
  #acquireSlot(organization: number): number {
    const { capacity, design } = this.#scenario
    const { items, units } = slotItems(capacity.turnsOfOne, design)
    const slots = this.#slots[organization] ?? new Partition(capacity.partitionWrites * items)
    this.#slots[organization] = slots
    return slots.take(2 * units, this.#agenda.now, Number.POSITIVE_INFINITY)
  }
}
