import { isObject, objectsOf, textOf } from '../json.ts'
import type { JsonObject } from '../resource.ts'
import { type Flight, holdsGroup, hookQueue, type Message, type Queue } from './fauxqs-internals.ts'
import { TenantShares } from './tenant-shares.ts'

/** Groups of the messages that are being sent, by the object of a message's attributes. */
export type SentGroups = WeakMap<object, string>

/**
 * Records the groups of the messages in the body of a `SendMessage` or `SendMessageBatch`. The engine drops the group
 * of a standard queue's message, but keeps the attributes object.
 */
export function noteGroups(body: unknown, groups: SentGroups): void {
  if (!isObject(body)) return
  for (const entry of [body, ...objectsOf(body.Entries)]) {
    const group = textOf(entry.MessageGroupId)
    if (!group) continue
    const attributes: JsonObject = isObject(entry.MessageAttributes) ? entry.MessageAttributes : {}
    Object.assign(entry, { MessageAttributes: attributes })
    groups.set(attributes, group)
  }
}

/**
 * Makes a standard queue a fair queue: messages keep their group, and those of noisy groups are handed out after all others.
 * The groups are stored with the messages. Which groups are noisy is not stored.
 */
export function makeFair(queue: Queue, groups: SentGroups, now: () => number): void {
  const shares = new TenantShares(now)
  hookQueue(queue, {
    flights: new Flights(shares, now),
    beforeEnqueue(message) {
      const group = message.messageGroupId ?? groups.get(message.messageAttributes)
      if (group === undefined) return
      message.messageGroupId = group
      shares.sent(group, shares.isIdle(group) && !holdsGroup(queue, group))
    },
    order: (messages, limit) => quietFirst(messages, limit, shares),
  })
}

/** Moves the messages that are next to the front of a queue. All others stay in order. */
function quietFirst(messages: Message[], limit: number, shares: TenantShares): Message[] {
  const verdicts = new Map<string, boolean>()
  const isNoisy = ({ messageGroupId: group }: Message): boolean => {
    if (group === undefined) return false
    const verdict = verdicts.get(group) ?? shares.isNoisy(group)
    verdicts.set(group, verdict)
    return verdict
  }
  const next: Message[] = []
  for (const message of messages) {
    if (next.length === limit) break
    if (!isNoisy(message)) next.push(message)
  }
  if (next.every((message, position) => message === messages[position]) && next.length === limit) return messages
  if (next.length < limit) {
    const byGroup = Map.groupBy(messages.filter(isNoisy), ({ messageGroupId = '' }) => messageGroupId)
    const groups = [...byGroup].toSorted(([a], [b]) => shares.inFlight(a) - shares.inFlight(b))
    next.push(...groups.flatMap(([, noisy]) => noisy).slice(0, limit - next.length))
  }
  const chosen = new Set(next)
  return [...next, ...messages.filter((message) => !chosen.has(message))]
}

/** The in-flight messages of a queue. The engine adds and deletes them in many places. */
class Flights extends Map<string, Flight> {
  readonly #shares: TenantShares
  readonly #now: () => number
  readonly #receivedAt = new Map<string, number>()

  constructor(shares: TenantShares, now: () => number) {
    super()
    this.#shares = shares
    this.#now = now
  }

  override set(handle: string, flight: Flight): this {
    if (!this.has(handle)) {
      this.#receivedAt.set(handle, this.#now())
      this.#shares.received(flight.message.messageGroupId)
    }
    return super.set(handle, flight)
  }

  override delete(handle: string): boolean {
    const flight = this.get(handle)
    const receivedAt = this.#receivedAt.get(handle)
    if (flight && receivedAt !== undefined) {
      this.#receivedAt.delete(handle)
      this.#shares.ended(flight.message.messageGroupId, receivedAt)
    }
    return super.delete(handle)
  }

  override clear(): void {
    for (const handle of [...this.keys()]) this.delete(handle)
  }
}
