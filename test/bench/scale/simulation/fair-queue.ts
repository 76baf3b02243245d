import { TenantShares } from '@replywright/cloud/engines'
import { Fifo } from './fifo.ts'

export interface Grouped {
  readonly group: string
}

interface Group<M> {
  /** Messages that wait or are in flight. */
  held: number
  /** Messages that were passed over because the group was noisy. */
  readonly passedOver: Fifo<M>
}

/** A standard queue with the rules of SQS fair queues, at most `limit` of whose messages are in flight. */
export class FairQueue<M extends Grouped> {
  readonly #shares: TenantShares
  readonly #waiting = new Fifo<M>()
  readonly #groups = new Map<string, Group<M>>()
  readonly #noisy = new Set<string>()
  readonly #limit: number
  #visible = 0
  #inFlight = 0

  constructor(now: () => number, limit: number) {
    this.#shares = new TenantShares(now)
    this.#limit = limit
  }

  /** Messages that can be received. */
  get visible(): number {
    return this.#visible
  }

  get inFlight(): number {
    return this.#inFlight
  }

  send(message: M): void {
    const group = this.#group(message.group)
    this.#shares.sent(message.group, group.held === 0)
    group.held += 1
    this.#show(message)
  }

  /** Returns up to `count` messages, those of quiet groups first. */
  receive(count: number): M[] {
    const most = Math.min(count, this.#limit - this.#inFlight)
    const verdicts = new Map<string, boolean>()
    const isNoisy = (group: string) => {
      const verdict = verdicts.get(group) ?? this.#shares.isNoisy(group)
      verdicts.set(group, verdict)
      return verdict
    }
    const taken: M[] = []
    for (const name of this.#noisy) if (!isNoisy(name)) this.#takePassedOver(name, most, taken)
    while (taken.length < most) {
      const message = this.#waiting.shift()
      if (!message) break
      if (isNoisy(message.group)) {
        this.#group(message.group).passedOver.push(message)
        this.#noisy.add(message.group)
      } else taken.push(message)
    }
    if (taken.length < most) {
      const fewestFirst = [...this.#noisy].toSorted((a, b) => this.#shares.inFlight(a) - this.#shares.inFlight(b))
      for (const name of fewestFirst) this.#takePassedOver(name, most, taken)
    }
    for (const { group } of taken) this.#shares.received(group)
    this.#visible -= taken.length
    this.#inFlight += taken.length
    return taken
  }

  /** Ends the flight of a message that was received at a time. `again`: it is visible again, else it is deleted. */
  end(message: M, receivedAt: number, again: boolean): void {
    this.#shares.ended(message.group, receivedAt)
    this.#inFlight -= 1
    if (again) this.#show(message)
    else this.#group(message.group).held -= 1
  }

  #show(message: M): void {
    this.#visible += 1
    this.#waiting.push(message)
  }

  #takePassedOver(name: string, most: number, taken: M[]): void {
    const { passedOver } = this.#group(name)
    while (taken.length < most) {
      const message = passedOver.shift()
      if (!message) break
      taken.push(message)
    }
    if (passedOver.length === 0) this.#noisy.delete(name)
  }

  #group(name: string): Group<M> {
    const known = this.#groups.get(name)
    if (known) return known
    const group = { held: 0, passedOver: new Fifo<M>() }
    this.#groups.set(name, group)
    return group
  }
}
