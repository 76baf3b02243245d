import type { EpochMs } from '@replywright/contract/time.ts'
import * as v from 'valibot'
import type { ChannelEvent, HistoryMessage } from '../port.ts'
import { readBeside } from './beside.ts'
import { AnyList, List, Metadata, Text, Time, Word } from './json-words.ts'
import { readMessage } from './read-message.ts'
import { readNumberError } from './read-notice.ts'
import { unreadable } from './unreadable.ts'

const History = v.looseObject({ metadata: Metadata, contacts: AnyList, history: List, messages: List })
const Chunk = v.looseObject({ threads: List, errors: List })
const Thread = v.looseObject({
  id: Word,
  context: v.fallback(v.optional(v.object({ wa_id: Word, user_id: Word })), undefined),
  messages: v.array(v.unknown()),
})
const Fields = v.looseObject({
  from: Word,
  to: Word,
  history_context: v.fallback(
    v.optional(v.object({ status: Text, from_me: v.fallback(v.optional(v.boolean()), undefined) })),
    undefined,
  ),
})

/**
 * Reads the messages of before a phone was connected: one event for each customer. A message in `messages` is the file of an earlier one. The
 * owner's refusal to share them is a notice of the number.
 */
export function readHistory(value: unknown, raw: unknown, now: EpochMs): ChannelEvent[] {
  const parsed = v.safeParse(History, value)
  if (!parsed.success) return [unreadable('history without metadata.phone_number_id or a list', raw)]
  const { metadata, contacts, history, messages } = parsed.output
  const business = { metadata, contacts }
  return [
    ...history.flatMap((item) => readChunk(item, business, now)),
    ...messages.flatMap((message) => readThread({ messages: [message] }, business)),
  ]
}

interface Business {
  readonly metadata: v.InferOutput<typeof Metadata>
  readonly contacts: readonly unknown[]
}

function readChunk(item: unknown, business: Business, now: EpochMs): ChannelEvent[] {
  const { metadata } = business
  const chunk = v.safeParse(Chunk, item)
  if (!chunk.success) return [unreadable('a part of the history that is no object', { metadata, history: item })]
  const { threads, errors } = chunk.output
  if (threads.length === 0 && errors.length === 0)
    return [unreadable('a part of the history that says nothing', { metadata, history: item })]
  return [
    ...readBeside(item, ['metadata', 'threads', 'errors'], { place: 'a part of the history', context: { metadata } }),
    ...threads.flatMap((thread) => readThread(thread, business)),
    ...errors.map((error): ChannelEvent => {
      const notice = readNumberError(metadata.phone_number_id, error, now)
      const context = { metadata, error }
      return notice
        ? { kind: 'notice', notice: { ...notice, field: 'history' }, raw: context }
        : unreadable('an error without code', context)
    }),
  ]
}

function readThread(item: unknown, { metadata, contacts }: Business): ChannelEvent[] {
  const thread = v.safeParse(Thread, item)
  if (!thread.success) return [unreadable('a thread of the history without messages', { metadata, thread: item })]
  const { id, context, messages, ...rest } = thread.output
  const own = metadata.display_phone_number?.replace(/\D/g, '')
  const lost: ChannelEvent[] = []
  const read = messages.flatMap((raw): HistoryMessage[] => {
    const fields = v.safeParse(Fields, raw)
    const { from, to, history_context: { from_me, status } = {} } = fields.success ? fields.output : {}
    const isOwn = from_me ?? (own !== undefined && from?.replace(/\D/g, '') === own)
    const customer = id ?? context?.wa_id ?? (isOwn ? to : from)
    const { history_context: _, ...kept } = fields.success ? fields.output : {}
    const message = readMessage(
      metadata.phone_number_id,
      { ...kept, from: customer, from_user_id: context?.user_id ?? kept.from_user_id },
      contacts,
    )
    if ('unreadable' in message) {
      lost.push(unreadable(message.unreadable, { metadata, contacts, message: raw }))
      return []
    }
    return [{ ...message, isOwn, phoneStatus: status }]
  })
  const raw = { metadata, contacts, thread: { id, context, ...rest, messages } }
  if (read.length === 0 && lost.length === 0) return [unreadable('a thread of the history without messages', raw)]
  const beside = readBeside(rest, [], { place: 'a thread of the history', context: { metadata, id } })
  return [...(read.length > 0 ? [{ kind: 'history' as const, messages: read, raw }] : []), ...lost, ...beside]
}

const Contacts = v.looseObject({ metadata: Metadata, state_sync: v.array(v.unknown()) })
const Contact = v.looseObject({
  type: v.literal('contact'),
  action: v.fallback(v.optional(v.string(), 'add'), 'add'),
  contact: v.looseObject({ full_name: Text, first_name: Text, phone_number: Word, user_id: Word }),
  metadata: v.fallback(v.optional(v.object({ timestamp: Time })), undefined),
})

/** Reads the contacts of a connected phone, each alone. `now` is the time of one without a time. */
export function readContacts(value: unknown, raw: unknown, now: EpochMs): ChannelEvent[] {
  const parsed = v.safeParse(Contacts, value)
  if (!parsed.success) return [unreadable('contacts without metadata.phone_number_id or a list', raw)]
  const { metadata, state_sync } = parsed.output
  const readContact = (item: unknown): ChannelEvent => {
    const context = { metadata, state_sync: item }
    const read = v.safeParse(Contact, item)
    if (!read.success) return unreadable('an entry of the phone that is no contact', context)
    const { action, contact, metadata: { timestamp: at = now } = {} } = read.output
    const contactNumber = contact.phone_number?.replace(/\D/g, '')
    const contactUserId = contact.user_id
    if (!contactNumber && !contactUserId) return unreadable('a contact without a number', context)
    const name = action === 'remove' ? undefined : (contact.full_name ?? contact.first_name)
    const { phone_number_id: phoneNumberId } = metadata
    return { kind: 'contact', contact: { phoneNumberId, contactNumber, contactUserId, name, at }, raw: context }
  }
  return state_sync.flatMap((item) => {
    const event = readContact(item)
    if (event.kind !== 'contact') return [event]
    const { contact: named } = Object(item)
    return [
      event,
      ...readBeside(item, ['contact', 'metadata'], { place: 'an entry of the phone', context: { metadata } }),
      ...readBeside(named, [], { place: 'a contact of the phone', context: { metadata } }),
    ]
  })
}
