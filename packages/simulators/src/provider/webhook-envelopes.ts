import type { InboundMessage } from './inbound-messages.ts'

/** A business number as the provider names it. */
export interface BusinessNumber {
  phoneNumberId: string
  /** With or without plus and spaces; webhooks carry the digits. */
  displayPhoneNumber: string
  wabaId: string
  /** The name that customers see. */
  verifiedName?: string
}

/** The sender of a message. A customer who hides the phone number has a `userId` only. */
export interface ContactFacts {
  name?: string
  username?: string
  waId?: string
  userId?: string
}

export type DeliveryStatus = 'sent' | 'delivered' | 'read' | 'played' | 'failed'

/** What happened to a message that the business sent. */
export interface StatusFacts {
  id: string
  status: DeliveryStatus
  /** Unix seconds. */
  timestamp: number
  recipientId?: string
  recipientUserId?: string
  /** Echoed `biz_opaque_callback_data`. */
  callbackData?: string
  /** Category of the pricing block: `service`, `utility`, `marketing`, … Without it there is no block. */
  pricingCategory?: string
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

/** One POST; may hold entries of several accounts, each with several changes. */
export function envelope(...entries: Entry[]): Envelope {
  return { object: 'whatsapp_business_account', entry: entries }
}

/** What one business account has to say. `time` (unix seconds) is sent with account and template events only. */
export function entry(wabaId: string, changes: Change[], time?: number): Entry {
  return { id: wabaId, ...(time === undefined ? {} : { time }), changes }
}

/** Messages of customers to one number, with what is known of their senders (`[]`: no `contacts` at all). */
export function messagesChange(number: BusinessNumber, messages: InboundMessage[], contacts: ContactFacts[]): Change {
  return messagesField(number, { contacts: contacts.length === 0 ? undefined : contacts.map(contact), messages })
}

/** What became of messages that one number sent. */
export function statusesChange(number: BusinessNumber, statuses: StatusFacts[]): Change {
  return messagesField(number, { statuses: statuses.map(status) })
}

/** Errors of a number that belong to no single message. */
export function errorsChange(
  number: BusinessNumber,
  errors: { code: number; title: string; details: string }[],
): Change {
  return messagesField(number, { errors: errors.map(errorObject) })
}

/** The commonest POST: messages of one sender to one number. */
export function messagesEnvelope(
  number: BusinessNumber,
  messages: InboundMessage[],
  contacts: ContactFacts[],
): Envelope {
  return envelope(entry(number.wabaId, [messagesChange(number, messages, contacts)]))
}

/** Statuses of messages that one number sent, in one POST. */
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
      billable: true,
      pricing_model: 'PMP',
      type: 'regular',
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
