import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import * as v from 'valibot'

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
export type CustomerMessage = v.InferOutput<typeof CustomerMessage>

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
export type ChatEvent = v.InferOutput<typeof ChatEvent>

const Line = v.pipe(v.string(), v.parseJson(), ChatEvent)

/** Reads the events of earlier runs, one JSON line each. A line that a crash truncated is terminated and skipped. */
export function readJournal(file: string): ChatEvent[] {
  if (!existsSync(file)) return []
  const content = readFileSync(file, 'utf8')
  if (!content.endsWith('\n')) appendFileSync(file, '\n')
  const lines = content.split('\n')
  return lines.flatMap((line) => {
    const { success, output } = v.safeParse(Line, line)
    return success ? [output] : []
  })
}

export function appendToJournal(file: string, event: ChatEvent): void {
  appendFileSync(file, `${JSON.stringify(event)}\n`)
}
