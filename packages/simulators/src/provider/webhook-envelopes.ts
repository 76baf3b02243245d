import type { InboundMessage } from './inbound-messages.ts'

export interface BusinessNumber {
  phoneNumberId: string
  /** With or without plus and spaces; webhooks contain the digits. */
  displayPhoneNumber: string
  wabaId: string
  verifiedName?: string
}

/** The sender of a message. A customer with a hidden phone number has only a `userId`. */
interface ContactFacts {
  name?: string
  username?: string
  waId?: string
  userId?: string
}

export type DeliveryStatus = 'sent' | 'delivered' | 'read' | 'played' | 'failed'

interface StatusFacts {
  id: string
  status: DeliveryStatus
  /** Unix seconds. */
  timestamp: number
  recipientId?: string
  recipientUserId?: string
  /** `biz_opaque_callback_data` of the send. */
  callbackData?: string
  /** Category of the pricing block: `service`, `utility`, `marketing`, … Without it, the block is omitted. */
  pricingCategory?: string
  /** Whether the message is free. @default false */
  isFree?: boolean
  error?: { code: number; title: string; details: string }
}

export interface Change {
  field: string
  value: object
}

export interface Entry {
  id: string
  time?: number
  changes: Change[]
}

export interface Envelope {
  object: 'whatsapp_business_account'
  entry: Entry[]
}

export function digitsOf(number: string): string {
  return number.replace(/\D/g, '')
}

/** Builds one POST. It may contain entries of several accounts, each with several changes. */
export function envelope(...entries: Entry[]): Envelope {
  return { object: 'whatsapp_business_account', entry: entries }
}

/** Builds the changes of one business account. Only account and template events have a `time` (unix seconds). */
export function entry(wabaId: string, changes: Change[], time?: number): Entry {
  return { id: wabaId, ...(time === undefined ? {} : { time }), changes }
}

/** Builds messages of customers to one number, with their contacts (`[]` omits `contacts`). */
export function messagesChange(number: BusinessNumber, messages: InboundMessage[], contacts: ContactFacts[]): Change {
  return messagesField(number, { contacts: contacts.length === 0 ? undefined : contacts.map(contact), messages })
}

/** Builds statuses of messages from one number. */
export function statusesChange(number: BusinessNumber, statuses: StatusFacts[]): Change {
  return messagesField(number, { statuses: statuses.map(status) })
}

/** Builds errors of a number that do not belong to a message. */
export function errorsChange(
  number: BusinessNumber,
  errors: { code: number; title: string; details: string }[],
): Change {
  return messagesField(number, { errors: errors.map(errorObject) })
}

/** Builds the most common POST: messages of one sender to one number. */
export function messagesEnvelope(
  number: BusinessNumber,
  messages: InboundMessage[],
  contacts: ContactFacts[],
): Envelope {
  return envelope(entry(number.wabaId, [messagesChange(number, messages, contacts)]))
}

/** Builds one POST with messages of a conversation that another agent on the number answers. */
export function standbyEnvelope(
  number: BusinessNumber,
  messages: InboundMessage[],
  contacts: ContactFacts[],
): Envelope {
  const { field: _, value } = messagesField(number, {
    standby: { ...(contacts.length > 0 && { contacts: contacts.map(contact) }), messages },
  })
  return envelope(entry(number.wabaId, [{ field: 'standby', value }]))
}

/** Builds one POST with statuses of messages from one number. */
export function statusesEnvelope(number: BusinessNumber, statuses: StatusFacts[]): Envelope {
  return envelope(entry(number.wabaId, [statusesChange(number, statuses)]))
}

function messagesField(number: BusinessNumber, rest: object): Change {
  return {
    field: 'messages',
    value: {
      messaging_product: 'whatsapp',
      metadata: { display_phone_number: digitsOf(number.displayPhoneNumber), phone_number_id: number.phoneNumberId },
      ...rest,
    },
  }
}

function contact({ name, username, waId, userId }: ContactFacts) {
  const profile = name === undefined && username === undefined ? undefined : { name, username }
  return { profile, wa_id: waId, user_id: userId }
}

function status(facts: StatusFacts) {
  return {
    id: facts.id,
    status: facts.status,
    timestamp: String(facts.timestamp),
    recipient_id: facts.recipientId,
    recipient_user_id: facts.recipientUserId,
    biz_opaque_callback_data: facts.callbackData,
    pricing: facts.pricingCategory && {
      billable: !facts.isFree,
      pricing_model: 'PMP',
      type: facts.isFree ? 'free_customer_service' : 'regular',
      category: facts.pricingCategory,
    },
    errors: facts.error && [errorObject(facts.error)],
  }
}

function errorObject({ code, title, details }: { code: number; title: string; details: string }) {
  return {
    code,
    title,
    message: title,
    error_data: { details },
    href: 'https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes/',
  }
}
