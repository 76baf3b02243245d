import * as v from 'valibot'
import type { ChannelEvent, MessageStatus } from '../port.ts'
import { readErrorObject } from './provider-error.ts'
import { readMessage } from './read-message.ts'
import { PREFERENCE_FIELD, readPreferences } from './read-preferences.ts'
import { readTemplateEvent, TEMPLATE_FIELDS } from './read-template-event.ts'

const StatusObject = v.object({
  id: v.string(),
  status: v.string(),
  timestamp: v.union([v.string(), v.number()]),
  biz_opaque_callback_data: v.fallback(v.optional(v.string()), undefined),
  errors: v.fallback(v.optional(v.array(v.unknown()), []), []),
})

const Unknown = v.looseObject({})
const List = v.optional(v.array(v.unknown()), [])

const Value = v.looseObject({
  metadata: v.object({ phone_number_id: v.string() }),
  contacts: v.fallback(v.optional(v.array(Unknown), []), []),
  messages: v.optional(v.unknown()),
  statuses: v.optional(v.unknown()),
  message_echoes: v.optional(v.unknown()),
})

const Change = v.looseObject({ field: v.string(), value: v.unknown() })

/**
 * Returns all events of a webhook in order: every entry, change, message and status. Never throws. Events with an
 * unexpected shape are returned as `unreadable`, so that nothing is lost.
 */
export function readWebhook(body: unknown): ChannelEvent[] {
  return listOf(body, 'entry').flatMap((entry) =>
    listOf(entry, 'changes').flatMap((change) => readChange(change, entry)),
  )
}

function readChange(raw: unknown, entry: unknown): ChannelEvent[] {
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
    return (
      preferences?.map((preference) => ({ kind: 'preference', preference, raw })) ?? [
        unreadable('preferences of an unknown shape', raw),
      ]
    )
  }
  if (field !== 'messages' && field !== 'smb_message_echoes') return [{ kind: 'ignored', field }]
  const parsed = v.safeParse(Value, value)
  if (!parsed.success) return [unreadable('messages without metadata.phone_number_id', raw)]
  const { metadata, contacts } = parsed.output
  const phoneNumberId = metadata.phone_number_id
  return [
    ...readList(parsed.output.messages, 'messages', (item) => {
      const message = readMessage(phoneNumberId, item, contacts)
      return 'unreadable' in message
        ? unreadable(message.unreadable, { metadata, contacts, message: item })
        : { kind: 'message', message, raw: { metadata, contacts, message: item } }
    }),
    ...readList(parsed.output.statuses, 'statuses', (item) =>
      readStatus(phoneNumberId, item, { metadata, status: item }),
    ),
    ...readList(parsed.output.message_echoes, 'message_echoes', (item) => {
      const message = readMessage(phoneNumberId, fromCustomer(item), contacts)
      const context = { metadata, contacts, message_echo: item }
      return 'unreadable' in message ? unreadable(message.unreadable, context) : { kind: 'echo', message, raw: context }
    }),
  ]
}

function readStatus(phoneNumberId: string, item: unknown, raw: unknown): ChannelEvent {
  const parsed = v.safeParse(StatusObject, item)
  if (!parsed.success) return unreadable('a status without id and status', raw)
  const { id: waId, status: word, timestamp, biz_opaque_callback_data: callbackData, errors } = parsed.output
  const status = statusOf(word)
  if (!status) return { kind: 'ignored', field: `statuses: ${word}` }
  const at = Number(timestamp) * 1000
  const report = { waId, status, at: Number.isFinite(at) ? at : undefined, callbackData }
  return { kind: 'status', phoneNumberId, status: { ...report, error: readErrorObject(errors[0]) }, raw }
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
