import { parseBoundedJson } from '@replywright/contract/json-depth.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import * as v from 'valibot'
import { systemClock } from '../../platform/clock.ts'
import type { ChannelEvent } from '../port.ts'
import { readBeside } from './beside.ts'
import { AnyList, Id, listOf, Metadata } from './json-words.ts'
import { readCall } from './read-call.ts'
import { readControl } from './read-control.ts'
import { readContacts, readHistory } from './read-history.ts'
import { MESSAGE_FIELDS, readErrorsBeside, readMessages } from './read-messages.ts'
import { isNoticeField, readNotice, timeOf } from './read-notice.ts'
import { readPreferences } from './read-preferences.ts'
import { readTemplateEvent, TEMPLATE_FIELDS } from './read-template-event.ts'
import { unreadable } from './unreadable.ts'

const Change = v.looseObject({ field: v.string(), value: v.unknown() })
const Entry = v.object({ id: Id })

/**
 * Returns all events of a webhook in order: every entry, change, message and status. Never throws. Events with an
 * unexpected shape or an unknown field are returned as `unreadable`, so that nothing is lost: every webhook has an
 * event. `now` is the time of a notice without one.
 */
export function readWebhook(body: unknown, now = systemClock()): ChannelEvent[] {
  const entries = listOf(body, 'entry') ?? []
  if (entries.length === 0) return [unreadable('a webhook without entries', body)]
  return entries.flatMap((entry) => {
    const changes = listOf(entry, 'changes') ?? []
    if (changes.length === 0) return [unreadable('an entry without changes', entry)]
    const read = changes.flatMap((change) => {
      const events = readChange(change, entry, now)
      return events.length > 0 ? events : [unreadable('a change that says nothing', change)]
    })
    return [...read, ...readBeside(entry, ['changes'], { place: 'an entry', context: { entry: idOf(entry) } })]
  })
}

function readChange(raw: unknown, entry: unknown, now: EpochMs): ChannelEvent[] {
  const change = v.safeParse(Change, raw)
  if (!change.success) return [unreadable('a change without field and value', raw)]
  const { field, value } = change.output
  const at = timeOf(entry) ?? now
  if (TEMPLATE_FIELDS.includes(field)) {
    const template = readTemplateEvent(entry, value)
    if (!template) return [unreadable('a template event without template and news', raw)]
    return [{ kind: 'template', template, raw }, ...readBeside(value, TEMPLATE_PARTS, { place: field })]
  }
  if (field === 'user_preferences')
    return [...readPreferences(value, raw, at), ...besideOf(value, field, ['user_preferences'], at)]
  if (isNoticeField(field)) {
    const notice = readNotice(field, value, entry, now)
    return [
      notice
        ? { kind: 'notice', notice, raw: { entry: idOf(entry), ...change.output } }
        : unreadable(`a notice of ${field} with an unknown event`, raw),
    ]
  }
  if (field === 'calls') return [...readCalls(value, raw), ...besideOf(value, field, ['calls'], at)]
  if (field === 'messaging_handovers') {
    const control = readControl(value, at)
    if (!control) return [unreadable('a handover without number and customer', raw)]
    return [{ kind: 'control', change: control, raw }, ...readBeside(value, CONTROL_PARTS, { place: field })]
  }
  if (field === 'history')
    return [...readHistory(value, raw, at), ...besideOf(value, field, ['history', 'messages'], at)]
  if (field === 'smb_app_state_sync')
    return [...readContacts(value, raw, at), ...besideOf(value, field, ['state_sync'], at)]
  if (IGNORED_FIELDS.includes(field)) return [{ kind: 'ignored', field }]
  if (MESSAGE_FIELDS.includes(field)) return readMessages(value, { field, entry, raw, now })
  return [unreadable(`the unknown field ${field.slice(0, MAX_FIELD_LENGTH)}`, raw)]
}

/** Explanations of a status, which the provider shows, too. */
const TEMPLATE_PARTS = ['disable_info', 'other_info', 'rejection_info']
const CONTROL_PARTS = [
  ...['messaging_product', 'metadata', 'contacts', 'recipient', 'sender', 'timestamp'],
  ...['control_passed', 'control_taken'],
]
/** Fields that tell nothing: the provider tells the same in messages. */
const IGNORED_FIELDS = ['user_id_update']
/** Of a field in a reason. */
const MAX_FIELD_LENGTH = 60

const OfNumber = v.looseObject({ metadata: Metadata })

/** Returns the events of what is beside the `lists` of a field about a number: errors of the number, and unknown parts. */
function besideOf(value: unknown, field: string, lists: readonly string[], at: EpochMs): ChannelEvent[] {
  const parsed = v.safeParse(OfNumber, value)
  // The whole change is parked.
  if (!parsed.success) return []
  const { metadata } = parsed.output
  const known = ['messaging_product', 'metadata', 'contacts', 'errors', ...lists]
  return [
    ...readErrorsBeside(value, metadata.phone_number_id, at),
    ...readBeside(value, known, { place: field, context: { metadata } }),
  ]
}

const Calls = v.looseObject({ metadata: Metadata, contacts: AnyList, calls: v.array(v.unknown()) })

function readCalls(value: unknown, raw: unknown): ChannelEvent[] {
  const parsed = v.safeParse(Calls, value)
  if (!parsed.success) return [unreadable('calls without metadata.phone_number_id or a list', raw)]
  const { metadata, contacts, calls } = parsed.output
  return calls.map((item): ChannelEvent => {
    const call = readCall(metadata.phone_number_id, item, contacts)
    const context = { metadata, contacts, call: item }
    return 'unreadable' in call
      ? unreadable(call.unreadable, context)
      : { kind: 'message', message: call, raw: context }
  })
}

function idOf(entry: unknown): string | undefined {
  const parsed = v.safeParse(Entry, entry)
  return parsed.success ? parsed.output.id : undefined
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
