import { appendFileSync } from 'node:fs'
import * as v from 'valibot'
import { type Clock, randomHex } from '../clock.ts'
import { Inbox } from '../inbox.ts'
import { readStoredLines } from './stored-lines.ts'

const chatMessage = {
  id: v.string(),
  phoneNumberId: v.string(),
  /** The customer's digits, or the user id of a customer with a hidden number. */
  customer: v.string(),
  type: v.string(),
  /** The readable text. */
  text: v.string(),
  /** Milliseconds since the epoch. */
  at: v.number(),
  /** The message object of the webhook or of the post. */
  message: v.looseObject({}),
}

const CustomerMessage = v.object({ by: v.literal('customer'), ...chatMessage, read: v.boolean() })
/** A message from a customer. `read` means that the business marked it, or a later one, as read. */
type CustomerMessage = v.InferOutput<typeof CustomerMessage>

const Status = v.picklist(['accepted', 'sent', 'delivered', 'read', 'played', 'failed'])
const StatusError = v.object({ code: v.number(), title: v.string(), details: v.string() })

const BusinessMessage = v.object({
  by: v.literal('business'),
  ...chatMessage,
  callbackData: v.optional(v.string()),
  status: Status,
  error: v.optional(StatusError),
})
export type BusinessMessage = v.InferOutput<typeof BusinessMessage>

const ChatEvent = v.variant('kind', [
  /** `timestamp` in unix seconds is the provider's time of the message. */
  v.object({ kind: v.literal('received'), message: CustomerMessage, timestamp: v.number() }),
  v.object({ kind: v.literal('sent'), message: BusinessMessage }),
  v.object({ kind: v.literal('status'), id: v.string(), status: Status, error: v.optional(StatusError) }),
  v.object({ kind: v.literal('cleared') }),
])
type ChatEvent = v.InferOutput<typeof ChatEvent>

const Line = v.pipe(v.string(), v.parseJson(), ChatEvent)

/** Reads the events of earlier runs, one JSON line each. A line that a crash truncated is skipped. */
export function readJournal(file: string): ChatEvent[] {
  return readStoredLines(file).flatMap((line) => {
    const { success, output } = v.safeParse(Line, line)
    return success ? [output] : []
  })
}

export function appendToJournal(file: string, event: ChatEvent): void {
  appendFileSync(file, `${JSON.stringify(event)}\n`)
}

const KEPT_MESSAGES = 20_000
const TYPING_SHOWN_MS = 25_000
/** Messages that neither open nor extend the service window. */
const WINDOWLESS = new Set(['system', 'edit', 'revoke', 'reaction'])

/** Both directions of all chats, and when each customer last wrote to each number. Stored in a file if given. */
export class Chats {
  readonly sent = new Inbox<BusinessMessage>(
    KEPT_MESSAGES,
    ({ customer, type, text }) => `to ${customer}: ${type} ${text}`,
  )
  readonly #clock: Clock
  readonly #lastInbound = new Map<string, number>()
  readonly #typing = new Map<string, number>()
  #messages: (CustomerMessage | BusinessMessage)[] = []

  readonly #journal: string | undefined

  constructor(clock: Clock, journal?: string) {
    this.#clock = clock
    for (const event of journal === undefined ? [] : readJournal(journal)) this.#apply(event)
    this.#journal = journal
  }

  /** `timestamp` in unix seconds is the provider's time of the message. */
  receive(message: CustomerMessage, timestamp: number): void {
    this.#record({ kind: 'received', message, timestamp })
  }

  send(message: BusinessMessage): void {
    this.#record({ kind: 'sent', message })
  }

  setStatus({ id }: BusinessMessage, status: BusinessMessage['status'], error?: BusinessMessage['error']): void {
    this.#record({ kind: 'status', id, status, error })
  }

  /** Unix seconds of the customer's last message that counts for the service window. */
  lastInboundAt(phoneNumberId: string, customer: string): number | undefined {
    return this.#lastInbound.get(`${phoneNumberId} ${customer}`)
  }

  find(id: string): CustomerMessage | BusinessMessage | undefined {
    return this.#messages.findLast((message) => message.id === id)
  }

  /** Oldest first. */
  of(customer: string): (CustomerMessage | BusinessMessage)[] {
    return this.#messages.filter((message) => message.customer === customer)
  }

  lastOfBusiness(customer: string): BusinessMessage | undefined {
    return this.sent.items.findLast((message) => message.customer === customer)
  }

  /** Marks a message and the earlier ones of its chat as read. */
  markRead(read: CustomerMessage): void {
    for (const message of this.of(read.customer)) {
      if (message.by === 'customer' && message.phoneNumberId === read.phoneNumberId) message.read = true
      if (message === read) return
    }
  }

  showTyping(customer: string): void {
    this.#typing.set(customer, this.#clock() + TYPING_SHOWN_MS)
  }

  isTyping(customer: string): boolean {
    return (this.#typing.get(customer) ?? 0) > this.#clock()
  }

  /** Deletes the messages; open windows stay open. */
  clear(): void {
    this.#record({ kind: 'cleared' })
  }

  #record(event: ChatEvent): void {
    this.#apply(event)
    if (this.#journal !== undefined) appendToJournal(this.#journal, event)
  }

  #apply(event: ChatEvent): void {
    if (event.kind === 'received') {
      this.#keep(event.message)
      this.#prolongWindow(event.message, event.timestamp)
    } else if (event.kind === 'sent') {
      this.#keep(event.message)
      this.#typing.delete(event.message.customer)
      this.sent.add(event.message)
    } else if (event.kind === 'status') {
      const message = this.find(event.id)
      if (message?.by === 'business') Object.assign(message, { status: event.status, error: event.error })
    } else {
      this.#messages = []
      this.#typing.clear()
      this.sent.clear()
    }
  }

  #keep(message: CustomerMessage | BusinessMessage): void {
    this.#messages.push(message)
    this.#messages.splice(0, this.#messages.length - KEPT_MESSAGES)
  }

  #prolongWindow({ type, phoneNumberId, customer }: CustomerMessage, timestamp: number): void {
    if (WINDOWLESS.has(type)) return
    const key = `${phoneNumberId} ${customer}`
    this.#lastInbound.set(key, Math.max(timestamp, this.#lastInbound.get(key) ?? 0))
  }
}

const DIRECTION = { inbound: 0x12, outbound: 0x11 } as const

/** Creates a message id in the provider's format: base64 of the customer's number and a random part. */
export function wamid(direction: keyof typeof DIRECTION, customer: string): string {
  const random = randomHex(direction === 'inbound' ? 20 : 18)
  const bytes = Buffer.concat([
    Buffer.from([0x1c, 0x18, customer.length]),
    Buffer.from(customer),
    Buffer.from([0x15, 0x02, 0x00, DIRECTION[direction], 0x18, random.length]),
    Buffer.from(random),
    Buffer.from([0x00]),
  ])
  return `wamid.${bytes.toString('base64')}`
}
