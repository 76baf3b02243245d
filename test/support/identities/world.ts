import { NumberEntity, NumberOwnershipEntity } from '@replywright/core/channel/numbers/number-entity.ts'
import type { CustomerNames, InboundMessage } from '@replywright/core/channel/port.ts'
import { ConversationEntity, type ConversationItem } from '@replywright/core/conversations/conversation-entity.ts'
import { findOrCreateConversation } from '@replywright/core/conversations/customers/resolve.ts'
import { handleInbound } from '@replywright/core/conversations/messages/handle-inbound.ts'
import { MessageEntity } from '@replywright/core/conversations/messages/message-entity.ts'
import { eraseStep } from '@replywright/core/operations/customers/erase-customer.ts'
import type { memoryTable } from '../memory-table.ts'

/** What can happen. `late` is a message that was sent before the change; `api` a conversation that the business starts. */
export const EVENTS = ['old', 'new', 'number', 'id', 'both', 'repeat', 'late', 'api', 'erase', 'next'] as const
export type Event = (typeof EVENTS)[number]

/** What the channel tells of the customer: a number, only a user id, or both. */
export const KINDS = ['number', 'id', 'both'] as const
export type Kind = (typeof KINDS)[number]

const ORGANIZATION = 'o'
const PHONE = '447700900200'
const NEW_PHONE = '447700900999'
const NAMES: Readonly<Record<Kind, Readonly<Record<'old' | 'new' | 'next', CustomerNames>>>> = {
  number: {
    old: { contactNumber: PHONE },
    new: { contactNumber: NEW_PHONE },
    next: { contactNumber: PHONE },
  },
  id: {
    old: { contactUserId: 'GB.1' },
    new: { contactUserId: 'GB.2' },
    next: { contactUserId: 'GB.3' },
  },
  both: {
    old: { contactNumber: PHONE, contactUserId: 'GB.1' },
    new: { contactNumber: NEW_PHONE, contactUserId: 'GB.2' },
    next: { contactNumber: PHONE, contactUserId: 'GB.3' },
  },
}

const NUMBER = {
  organizationId: ORGANIZATION,
  id: 'n',
  phoneNumberId: '1',
  number: '447700900100',
  sandbox: false,
  connectedAt: 0,
} as const

const START = 1_795_167_600_000
const SECOND = 1000
/** When the customer changes the names, in milliseconds. Messages of before are older. */
const CHANGE = START + 100 * SECOND

/** Returns whether a sequence can happen, and is not the same as a shorter one. */
export function isPossible(kind: Kind, events: readonly Event[]): boolean {
  let isChanged = false
  let isTold = false
  let messages = 0
  for (const event of events) {
    const isNotice = event === 'number' || event === 'id' || event === 'both'
    // What happens under the old names happens before the change.
    if (event === 'old' && isChanged) return false
    if (event === 'late' && !isChanged) return false
    if (event === 'repeat' && messages === 0) return false
    if (kind === 'number' && (event === 'id' || event === 'both')) return false
    if (kind === 'id' && (event === 'number' || event === 'both' || event === 'api')) return false
    // Without ids and a notice, nothing tells the number's next owner from the customer. An id has no next owner.
    if (event === 'next' && (kind === 'id' || (kind === 'number' && !isTold))) return false
    if (event === 'new' || isNotice || event === 'next') isChanged = true
    if (isNotice) isTold = true
    if (['old', 'new', 'late', 'next'].includes(event)) messages += 1
  }
  return true
}

export class World {
  readonly #kind: Kind
  readonly #sent: InboundMessage[] = []
  readonly #erased = new Set<string>()
  /** Messages at the moment of an erasure: either can come first. */
  readonly #atErasure = new Set<string>()
  /** Whether nothing tells the number's next owner from the customer: their message can be processed before the notice. */
  #isAmbiguous = false
  #count = 0
  #isChanged = false
  #isTold = false
  now = START + 200 * SECOND

  constructor(kind: Kind) {
    this.#kind = kind
  }

  async begin(): Promise<void> {
    await NumberEntity.put(NUMBER).go()
    await NumberOwnershipEntity.put(NUMBER).go()
  }

  /** Prepares the events of a moment, and returns what makes each happen. */
  prepareAll(events: readonly Event[]): (() => Promise<void>)[] {
    const sent = this.#sent.length
    if (this.#kind === 'number' && !this.#isTold && events.includes('next')) this.#isAmbiguous = true
    const all = events.map((event) => this.prepare(event))
    if (events.length > 1 && events.includes('erase'))
      for (const { waId } of this.#sent.slice(sent)) this.#atErasure.add(waId)
    return all
  }

  /** Prepares an event, and returns what makes it happen. */
  prepare(event: Event): () => Promise<void> {
    this.#count += 1
    const n = this.#count
    const names = NAMES[this.#kind]
    switch (event) {
      case 'old':
        return this.#message('A', names.old, START + n * SECOND)
      case 'late':
        return this.#message('A', names.old, START + n * SECOND)
      case 'new':
        this.#isChanged = true
        return this.#message('A', names.new, CHANGE + n * SECOND)
      case 'next':
        this.#isChanged = true
        return this.#message('B', names.next, CHANGE + 50 * SECOND + n * SECOND)
      case 'repeat': {
        const [first] = this.#sent
        const last = this.#sent.at(-1)
        return async () => {
          for (const message of [first, last]) if (message) await handleInbound(message, this.now)
        }
      }
      case 'number':
        return this.#notice({ contactNumber: PHONE }, { contactNumber: NEW_PHONE })
      case 'id':
        return this.#notice({ contactUserId: names.old.contactUserId }, { contactUserId: names.new.contactUserId })
      case 'both':
        return this.#notice(names.old, names.new)
      case 'api': {
        const contact = this.#isTold ? names.new : names.old
        const { contactNumber } = contact
        // A business that does not know of the change writes to the old number, which may be another person's by now.
        if (contactNumber === undefined || (this.#isChanged && !this.#isTold)) return async () => {}
        return async () => {
          await findOrCreateConversation(NUMBER, { contactNumber }, this.now)
        }
      }
      case 'erase':
        return async () => {
          const before = this.#sent.map(({ waId }) => waId)
          const stored = await this.#messages()
          const key = this.#isTold ? names.new : names.old
          const wanted = key.contactNumber ?? `user:${key.contactUserId}`
          let cursor: string | undefined
          do {
            const { next } = await eraseStep(ORGANIZATION, wanted, cursor, this.now)
            cursor = next ?? undefined
          } while (cursor !== undefined)
          const left = new Set((await this.#messages()).map(({ waId }) => waId))
          for (const waId of before)
            if (!left.has(waId) && stored.some((each) => each.waId === waId)) this.#erased.add(waId)
        }
    }
  }

  /** Ends a sequence with the notice of the change, if there was one, and returns what is wrong. */
  async finish(table: ReturnType<typeof memoryTable>): Promise<string[]> {
    if (this.#isChanged || this.#isTold)
      await this.prepare(this.#kind === 'both' ? 'both' : this.#kind === 'id' ? 'id' : 'number')()
    for (const message of [...this.#sent]) await handleInbound(message, this.now)
    const wrong: string[] = []
    const messages = await this.#messages()
    const places = new Map<string, Set<string>>()
    for (const { waId } of this.#sent) {
      const stored = messages.filter((message) => message.waId === waId)
      const wanted = this.#erased.has(waId) ? 0 : 1
      if (stored.length === 0 && this.#atErasure.has(waId)) continue
      if (stored.length !== wanted) wrong.push(`${waId}: stored ${stored.length} times, not ${wanted}`)
      const party = waId.slice(0, 1)
      for (const { conversationId } of stored) places.set(party, (places.get(party) ?? new Set()).add(conversationId))
    }
    const conversations = await this.#conversations(table)
    for (const [party, ids] of places) {
      if (ids.size > 1) wrong.push(`${party} has ${ids.size} conversations`)
      const [id = ''] = ids
      const conversation = conversations.find((each) => each.id === id)
      if (!conversation) wrong.push(`${party}'s conversation does not exist`)
      const names = NAMES[this.#kind][party === 'B' ? 'next' : this.#isTold ? 'new' : 'old']
      const number = conversation?.contactNumber
      if (number !== names.contactNumber && !this.#isAmbiguous)
        wrong.push(`${party} is written to at ${number}, not ${names.contactNumber}`)
      if (conversation?.inboundSeq !== messages.filter((message) => message.conversationId === id).length)
        wrong.push(`${party}'s conversation counts ${conversation?.inboundSeq} messages`)
    }
    const [a, b] = [...places.values()]
    if (a && b && !this.#isAmbiguous && [...a].some((id) => b.has(id))) wrong.push('A and B share a conversation')
    const holders = conversations.flatMap(({ contactNumber }) => contactNumber ?? [])
    if (new Set(holders).size < holders.length) wrong.push('two conversations have one number')
    const customers = new Set(conversations.map(({ customerId }) => customerId))
    if (customers.size < conversations.length) wrong.push('one customer has two conversations')
    return wrong
  }

  #message(party: string, names: CustomerNames, sentAt: number): () => Promise<void> {
    const waId = `${party}${this.#count}`
    const message = inbound(waId, names, sentAt)
    this.#sent.push(message)
    return async () => {
      await handleInbound(message, this.now)
    }
  }

  #notice(before: CustomerNames, after: CustomerNames): () => Promise<void> {
    const message = {
      ...inbound(`notice${this.#count}`, before, CHANGE),
      type: 'system',
      change: { before, after },
      fromCustomer: false,
      opensWindow: false,
    }
    this.#isChanged = true
    this.#isTold = true
    return async () => {
      await handleInbound(message, this.now)
    }
  }

  async #messages() {
    const conversations = await this.#conversationIds()
    const pages = await Promise.all(
      conversations.map((conversationId) =>
        MessageEntity.query.byId({ organizationId: ORGANIZATION, conversationId }).go({ pages: 'all' }),
      ),
    )
    return pages.flatMap(({ data }) => data).filter(({ type }) => type !== 'system')
  }

  conversationIds: () => readonly string[] = () => []

  async #conversationIds(): Promise<readonly string[]> {
    return this.conversationIds()
  }

  async #conversations(table: ReturnType<typeof memoryTable>): Promise<ConversationItem[]> {
    return table
      .all()
      .filter(({ _e }) => _e === 'conversation')
      .flatMap((item) => ConversationEntity.parse({ Item: item }).data ?? [])
  }
}

function inbound(waId: string, names: CustomerNames, sentAt: number): InboundMessage {
  return {
    phoneNumberId: NUMBER.phoneNumberId,
    waId,
    sentAt,
    contactNumber: names.contactNumber,
    contactUserId: names.contactUserId,
    contactName: 'Alex',
    type: 'text',
    text: waId,
    media: [],
    quickReplyId: undefined,
    referral: undefined,
    detail: undefined,
    fromCustomer: true,
    opensWindow: true,
  }
}

/** Returns all possible sequences up to a length. */
export function* sequences(kind: Kind, longest: number): Generator<readonly Event[]> {
  const open: Event[][] = [[]]
  for (let events = open.shift(); events; events = open.shift()) {
    if (events.length > 0) yield events
    if (events.length < longest)
      for (const event of EVENTS) {
        const next = [...events, event]
        if (isPossible(kind, next)) open.push(next)
      }
  }
}
