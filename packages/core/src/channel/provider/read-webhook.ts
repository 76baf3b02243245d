import { parseBoundedJson } from '@replywright/contract/json-depth.ts'
import type { MessagePricing } from '@replywright/contract/pricing.ts'
import * as v from 'valibot'
import { systemClock } from '../../platform/clock.ts'
import type { ChannelEvent, InboundMessage, MessageStatus, Preference, TemplateEvent } from '../port.ts'
import { readErrorObject } from './provider-error.ts'
import { readCall } from './read-call.ts'
import { readMessage, readSender } from './read-message.ts'
import { isNoticeField, readNotice, readNumberError, timeOf } from './read-notice.ts'

const Word = v.fallback(v.optional(v.string(), ''), '')
const PricingObject = v.object({
  billable: v.fallback(v.optional(v.boolean()), undefined),
  pricing_model: Word,
  type: Word,
  category: Word,
})

const StatusObject = v.object({
  id: v.string(),
  status: v.string(),
  timestamp: v.union([v.string(), v.number()]),
  biz_opaque_callback_data: v.fallback(v.optional(v.string()), undefined),
  errors: v.fallback(v.optional(v.array(v.unknown()), []), []),
  pricing: v.fallback(v.optional(PricingObject), undefined),
  recipient_id: v.fallback(v.optional(v.string()), undefined),
  recipient_user_id: v.fallback(v.optional(v.string()), undefined),
})

const Unknown = v.looseObject({})
const List = v.optional(v.array(v.unknown()), [])

const Value = v.looseObject({
  metadata: v.object({ phone_number_id: v.string() }),
  contacts: v.fallback(v.optional(v.array(Unknown), []), []),
  messages: v.optional(v.unknown()),
  statuses: v.optional(v.unknown()),
  message_echoes: v.optional(v.unknown()),
  errors: v.optional(v.unknown()),
})

const GroupMessage = v.object({ group_id: v.string() })

const Change = v.looseObject({ field: v.string(), value: v.unknown() })

/**
 * Returns all events of a webhook in order: every entry, change, message and status. Never throws. Events with an
 * unexpected shape or an unknown field are returned as `unreadable`, so that nothing is lost. `now` is the time of a
 * notice without one, in milliseconds since the epoch.
 */
export function readWebhook(body: unknown, now = systemClock()): ChannelEvent[] {
  return listOf(body, 'entry').flatMap((entry) =>
    listOf(entry, 'changes').flatMap((change) => readChange(change, entry, now)),
  )
}

function readChange(raw: unknown, entry: unknown, now: number): ChannelEvent[] {
  const change = v.safeParse(Change, raw)
  if (!change.success) return [unreadable('a change without field and value', raw)]
  const { field, value } = change.output
  if (TEMPLATE_FIELDS.includes(field)) {
    const template = readTemplateEvent(entry, value)
    return [
      template ? { kind: 'template', template, raw } : unreadable('a template event without template and news', raw),
    ]
  }
  if (field === PREFERENCE_FIELD) {
    const preferences = readPreferences(value)
    if (!preferences) return [unreadable('preferences without metadata.phone_number_id or a list', raw)]
    return preferences.map((read) =>
      'unreadable' in read ? unreadable(read.unreadable, read.raw) : { kind: 'preference', ...read },
    )
  }
  if (isNoticeField(field)) {
    const notice = readNotice(field, value, entry, now)
    return [
      notice
        ? { kind: 'notice', notice, raw: { entry: idOf(entry), ...change.output } }
        : unreadable(`a notice of ${field} with an unknown event`, raw),
    ]
  }
  if (field === 'calls') return readCalls(value, raw)
  if (IGNORED_FIELDS.includes(field)) return [{ kind: 'ignored', field }]
  if (!MESSAGE_FIELDS.includes(field)) return [unreadable(`the unknown field ${field.slice(0, MAX_FIELD_LENGTH)}`, raw)]
  const parsed = v.safeParse(Value, value)
  if (!parsed.success) return [unreadable('messages without metadata.phone_number_id', raw)]
  const { metadata, contacts } = parsed.output
  const phoneNumberId = metadata.phone_number_id
  return [
    ...readList(parsed.output.messages, 'messages', (item) => {
      // A message of a group is not one of a private conversation.
      if (v.is(GroupMessage, item)) return { kind: 'ignored', field: 'messages: group' }
      const message = readMessage(phoneNumberId, item, contacts)
      return 'unreadable' in message
        ? unreadable(message.unreadable, { metadata, contacts, message: item })
        : {
            kind: 'message',
            message: field === STANDBY ? heldElsewhere(message) : message,
            raw: { metadata, contacts, message: item },
          }
    }),
    ...readList(parsed.output.statuses, 'statuses', (item) =>
      readStatus(phoneNumberId, item, { metadata, status: item }),
    ),
    ...readList(parsed.output.errors, 'errors', (item) => {
      const notice = readNumberError(phoneNumberId, item, timeOf(entry) ?? now)
      const context = { metadata, error: item }
      return notice ? { kind: 'notice', notice, raw: context } : unreadable('an error without code', context)
    }),
    ...readList(parsed.output.message_echoes, 'message_echoes', (item) => {
      const message = readMessage(phoneNumberId, fromCustomer(item), contacts)
      const context = { metadata, contacts, message_echo: item }
      return 'unreadable' in message ? unreadable(message.unreadable, context) : { kind: 'echo', message, raw: context }
    }),
  ]
}

/** Messages of conversations that another agent on the number holds, as the provider's own. */
const STANDBY = 'standby'
const MESSAGE_FIELDS = ['messages', 'smb_message_echoes', STANDBY]

/** Marks a message that another agent on the number answers. */
function heldElsewhere(message: InboundMessage): InboundMessage {
  return { ...message, details: { ...message.details, standby: true }, awaitsReply: false }
}

const Calls = v.looseObject({
  metadata: v.object({ phone_number_id: v.string() }),
  contacts: v.fallback(v.optional(v.array(Unknown), []), []),
  calls: v.array(v.unknown()),
})

function readCalls(value: unknown, raw: unknown): ChannelEvent[] {
  const parsed = v.safeParse(Calls, value)
  if (!parsed.success) return [unreadable('calls without metadata.phone_number_id or a list', raw)]
  const { metadata, contacts, calls } = parsed.output
  return calls.map((item): ChannelEvent => {
    const call = readCall(metadata.phone_number_id, item, contacts)
    const context = { metadata, contacts, call: item }
    if ('ignored' in call) return { kind: 'ignored', field: call.ignored }
    return 'unreadable' in call
      ? unreadable(call.unreadable, context)
      : { kind: 'message', message: call, raw: context }
  })
}

function readStatus(phoneNumberId: string, item: unknown, raw: unknown): ChannelEvent {
  const parsed = v.safeParse(StatusObject, item)
  if (!parsed.success) return unreadable('a status without id and status', raw)
  const { id: waId, status: word, timestamp, biz_opaque_callback_data: callbackData, errors, pricing } = parsed.output
  const recipient = parsed.output.recipient_id ?? parsed.output.recipient_user_id
  const status = statusOf(word)
  if (!status) return { kind: 'ignored', field: `statuses: ${word}` }
  const at = Number(timestamp) * 1000
  const report = {
    waId,
    status,
    at: Number.isFinite(at) ? at : undefined,
    callbackData,
    ...(pricing && { pricing: pricingOf(pricing) }),
    ...(recipient !== undefined && { recipient }),
  }
  return { kind: 'status', phoneNumberId, status: { ...report, error: readErrorObject(errors[0]) }, raw }
}

/** Older statuses have no `billable`: what is not free is billed. */
function pricingOf({
  billable,
  pricing_model: model,
  type,
  category,
}: v.InferOutput<typeof PricingObject>): MessagePricing {
  return { billable: billable ?? !type.startsWith('free_'), model, type, category }
}

/** Returns the status for a word of the provider, or undefined for an unknown one. */
function statusOf(word: string): MessageStatus | undefined {
  if (word === 'played') return 'read'
  return word === 'sent' || word === 'delivered' || word === 'read' || word === 'failed' ? word : undefined
}

const Echo = v.looseObject({ to: v.optional(v.unknown()), to_user_id: v.optional(v.unknown()) })

/** Returns an echo with the customer as its sender. */
function fromCustomer(raw: unknown): unknown {
  const echo = v.safeParse(Echo, raw)
  return echo.success ? { ...echo.output, from: echo.output.to, from_user_id: echo.output.to_user_id } : raw
}

function readList(raw: unknown, name: string, read: (item: unknown) => ChannelEvent): ChannelEvent[] {
  const list = v.safeParse(List, raw)
  return list.success ? list.output.map(read) : [unreadable(`${name} is no list`, raw)]
}

function listOf(raw: unknown, name: string): unknown[] {
  const parent = v.safeParse(v.looseObject({ [name]: List }), raw)
  return parent.success ? (parent.output[name] ?? []) : []
}

function unreadable(reason: string, raw: unknown): ChannelEvent {
  return { kind: 'unreadable', reason, raw }
}

/** Only an escape can write a lone surrogate, because the text was decoded from UTF-8. */
const SURROGATE = /\\ud[89a-f]/i

/** Template ids arrive as numbers that may be too large for a double. Only a key can be followed by a colon. */
const TEMPLATE_ID = /("message_template_id"\s*:\s*)(\d+)/g

/**
 * Parses the provider's JSON, with template ids as strings. Returns undefined if it is invalid or nested too deeply. A lone surrogate
 * becomes U+FFFD: JSON can escape one, but DynamoDB and some JSON readers reject it.
 */
export function parseProviderJson(body: Buffer): unknown {
  try {
    const text = body.toString().replace(TEMPLATE_ID, '$1"$2"')
    // A reviver takes several times as long.
    return parseBoundedJson(text, SURROGATE.test(text) ? wellFormed : undefined)
  } catch {
    return undefined
  }
}

function wellFormed(_: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value
}

const PREFERENCE_FIELD = 'user_preferences'

const Preferences = v.object({
  metadata: v.looseObject({ phone_number_id: v.string() }),
  user_preferences: v.array(v.unknown()),
})

const Choice = v.pipe(
  v.object({
    wa_id: v.fallback(v.optional(v.pipe(v.string(), v.nonEmpty())), undefined),
    user_id: v.fallback(v.optional(v.pipe(v.string(), v.nonEmpty())), undefined),
    category: v.string(),
    value: v.string(),
    timestamp: v.pipe(
      v.union([v.string(), v.number()]),
      v.transform((seconds) => Number(seconds) * 1000),
      v.finite(),
    ),
  }),
)

/** Whether the customer refuses marketing, by the provider's word. Other words change nothing. */
const CHOICES = new Map([
  ['stop', true],
  ['resume', false],
])

type Read = { readonly preference: Preference; readonly raw: unknown }
type Unreadable = { readonly unreadable: string; readonly raw: unknown }

/** Returns the choices of customers about marketing, each with its raw JSON, or undefined for an unexpected shape. */
function readPreferences(value: unknown): (Read | Unreadable)[] | undefined {
  const list = v.safeParse(Preferences, value)
  if (!list.success) return undefined
  const { metadata, user_preferences: choices } = list.output
  return choices.flatMap((item): (Read | Unreadable)[] => {
    const raw = { metadata, user_preference: item }
    const parsed = v.safeParse(Choice, item)
    const names = parsed.success ? readSender(parsed.output.wa_id) : {}
    const contactUserId = parsed.success ? (parsed.output.user_id ?? names.contactUserId) : undefined
    const { contactNumber } = names
    if (!parsed.success || (!contactNumber && !contactUserId))
      return [{ unreadable: 'a preference without customer, choice or time', raw }]
    const { category, value: word, timestamp: at } = parsed.output
    const optedOut = category === 'marketing_messages' ? CHOICES.get(word) : undefined
    if (optedOut === undefined) return []
    const { phone_number_id: phoneNumberId } = metadata
    return [{ preference: { phoneNumberId, contactNumber, contactUserId, optedOut, at }, raw }]
  })
}

/** Fields that tell nothing: the provider tells the same in messages. */
const IGNORED_FIELDS = ['user_id_update']
/** Of a field or status in a reason. */
const MAX_FIELD_LENGTH = 60

function idOf(entry: unknown): string | undefined {
  const parsed = v.safeParse(Entry, entry)
  return parsed.success ? parsed.output.id : undefined
}

/** The webhook fields of template events. */
const TEMPLATE_FIELDS = ['message_template_status_update', 'message_template_quality_update']

const Entry = v.object({
  id: v.string(),
  time: v.fallback(v.optional(v.pipe(v.union([v.number(), v.string()]), v.transform(Number), v.integer())), undefined),
})
const Template = v.object({
  message_template_id: v.pipe(v.union([v.string(), v.number()]), v.transform(String)),
  event: v.optional(v.string()),
  reason: v.fallback(v.nullish(v.string()), null),
  new_quality_score: v.optional(v.string()),
})

/** Parses the `value` of a change in one of `TEMPLATE_FIELDS`. Returns undefined if it has another shape. */
function readTemplateEvent(entry: unknown, value: unknown): TemplateEvent | undefined {
  const account = v.safeParse(Entry, entry)
  const parsed = v.safeParse(Template, value)
  if (!account.success || !parsed.success) return undefined
  const { message_template_id: providerTemplateId, event, reason, new_quality_score } = parsed.output
  const common = { providerTemplateId, waId: account.output.id, at: account.output.time }
  if (event !== undefined) return { ...common, change: { status: event, reason: reason ?? null } }
  return new_quality_score === undefined ? undefined : { ...common, change: { qualityScore: new_quality_score } }
}
