import type { EpochMs } from '@replywright/contract/time.ts'
import * as v from 'valibot'
import type { ChannelEvent, InboundMessage } from '../port.ts'
import { readBeside } from './beside.ts'
import { AnyList, Id, List, listOf, Metadata } from './json-words.ts'
import { readMessage } from './read-message.ts'
import { readNumberError, timeOf } from './read-notice.ts'
import { readStatus } from './read-status.ts'
import { unreadable } from './unreadable.ts'

/** Messages of conversations that another agent on the number holds, as the provider's own. */
const STANDBY = 'standby'
export const MESSAGE_FIELDS = ['messages', 'smb_message_echoes', STANDBY]

const Value = v.looseObject({
  metadata: Metadata,
  contacts: AnyList,
  messages: v.optional(v.unknown()),
  statuses: v.optional(v.unknown()),
  message_echoes: v.optional(v.unknown()),
  errors: v.optional(v.unknown()),
})
const Standby = v.looseObject({ metadata: Metadata, standby: v.looseObject({}) })
const Account = v.object({ id: Id })
const GroupMessage = v.looseObject({ group_id: Id })

/** The lists of a value, and what is beside them. */
const KNOWN = ['messaging_product', 'metadata', 'contacts', 'messages', 'statuses', 'message_echoes', 'errors']

interface Context {
  readonly field: string
  readonly entry: unknown
  /** The whole change. */
  readonly raw: unknown
  readonly now: EpochMs
}

/** Reads the value of a change in one of `MESSAGE_FIELDS`: messages, statuses, echoes and errors. */
export function readMessages(given: unknown, { field, entry, raw, now }: Context): ChannelEvent[] {
  const value = field === STANDBY ? withoutNesting(given) : given
  const parsed = v.safeParse(Value, value)
  if (!parsed.success) return readAccountErrors(value, entry, now) ?? [unreadable(`${field} without a number`, raw)]
  const { metadata, contacts } = parsed.output
  const phoneNumberId = metadata.phone_number_id
  return [
    ...readList(parsed.output.messages, 'messages', (item) => {
      const context = { metadata, contacts, message: item }
      const group = v.safeParse(GroupMessage, item)
      if (group.success) return { kind: 'group', phoneNumberId, groupId: group.output.group_id, raw: context }
      const message = readMessage(phoneNumberId, item, contacts)
      if ('unreadable' in message) return unreadable(message.unreadable, context)
      return { kind: 'message', message: field === STANDBY ? heldElsewhere(message) : held(message), raw: context }
    }),
    ...readList(parsed.output.statuses, 'statuses', (item) =>
      readStatus(phoneNumberId, item, { metadata, status: item }),
    ),
    ...readList(parsed.output.errors, 'errors', (item) => readError(item, { phoneNumberId }, timeOf(entry) ?? now)),
    ...readList(parsed.output.message_echoes, 'message_echoes', (item) => {
      const group = v.safeParse(GroupMessage, item)
      if (group.success)
        return { kind: 'group', phoneNumberId, groupId: group.output.group_id, raw: { metadata, message_echo: item } }
      const message = readMessage(phoneNumberId, fromCustomer(item), contacts)
      const context = { metadata, contacts, message_echo: item }
      if ('unreadable' in message) return unreadable(message.unreadable, context)
      return field === STANDBY
        ? { kind: 'echo', message: heldElsewhere(message), by: 'other_agent', raw: context }
        : { kind: 'echo', message, by: 'owner', raw: context }
    }),
    ...readBeside(value, KNOWN, { place: field, context: { metadata } }),
  ]
}

/** Returns a value of `standby` as one of `messages`: the provider nests its lists. */
function withoutNesting(value: unknown): unknown {
  const nested = v.safeParse(Standby, value)
  if (!nested.success) return value
  const { standby, ...beside } = nested.output
  return { ...beside, ...standby, metadata: beside.metadata }
}

/** Returns the errors beside the lists of another field, as notices about the number. */
export function readErrorsBeside(value: unknown, phoneNumberId: string, at: EpochMs): ChannelEvent[] {
  return (listOf(value, 'errors') ?? []).map((error) => readError(error, { phoneNumberId }, at))
}

/** Reads errors without a number as notices about the account. Returns undefined if there is anything else. */
function readAccountErrors(value: unknown, entry: unknown, now: EpochMs): ChannelEvent[] | undefined {
  const account = v.safeParse(Account, entry)
  const errors = v.safeParse(
    v.strictObject({ messaging_product: v.optional(v.unknown()), errors: v.pipe(v.array(v.unknown()), v.nonEmpty()) }),
    value,
  )
  if (!account.success || !errors.success) return undefined
  const { id: waId } = account.output
  return errors.output.errors.map((error) => readError(error, { waId }, timeOf(entry) ?? now))
}

function readError(
  error: unknown,
  about: { readonly phoneNumberId?: string; readonly waId?: string },
  at: EpochMs,
): ChannelEvent {
  const notice = readNumberError(about.phoneNumberId, error, at)
  const raw = { ...about, error }
  return notice
    ? { kind: 'notice', notice: { ...notice, waId: about.waId }, raw }
    : unreadable('an error without code', raw)
}

/** Marks a message of a conversation that another agent on the number answers. */
function heldElsewhere(message: InboundMessage): InboundMessage {
  return { ...message, details: { ...message.details, standby: true }, awaitsReply: false, holder: 'other_agent' }
}

function held(message: InboundMessage): InboundMessage {
  return message.opensWindow ? { ...message, holder: 'service' } : message
}

const Echo = v.looseObject({
  to: v.optional(v.unknown()),
  to_user_id: v.optional(v.unknown()),
  recipient: v.optional(v.unknown()),
  recipient_type: v.optional(v.unknown()),
  message: v.fallback(v.optional(v.looseObject({})), undefined),
})

/** Returns an echo with the customer as its sender. In `standby`, the message is an object of its own. */
function fromCustomer(raw: unknown): unknown {
  const echo = v.safeParse(Echo, raw)
  if (!echo.success) return raw
  const { message, ...beside } = echo.output
  const { to, to_user_id, recipient, recipient_type: _, ...rest } = { ...message, ...beside }
  return { ...rest, from: to ?? recipient, from_user_id: to_user_id }
}

function readList(raw: unknown, name: string, read: (item: unknown) => ChannelEvent): ChannelEvent[] {
  const list = v.safeParse(List, raw)
  return list.success ? list.output.map(read) : [unreadable(`${name} is no list`, raw)]
}
