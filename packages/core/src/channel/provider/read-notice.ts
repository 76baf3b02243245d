import type { EpochMs } from '@replywright/contract/time.ts'
import * as v from 'valibot'
import { DAY_MILLISECONDS } from '../../platform/clock.ts'
import type { HealthChange } from '../numbers/health.ts'
import type { ChannelNotice } from '../port.ts'
import { APPEAL, problemOf, warned } from './account-problems.ts'
import { AccountUpdate, meaningOfUpdate } from './account-update.ts'
import { Id, Text, Time, Word } from './json-words.ts'

/** What a notice means: its code, and the changes of the health. Undefined for an unexpected shape or an unknown word. */
interface Meaning extends Omit<HealthChange, 'at'> {
  readonly code: string
  /** The provider's id of the number or its digits, if the notice is about one number. */
  readonly phoneNumberId?: string | undefined
  readonly number?: string | undefined
}
type Read = (value: unknown, at: EpochMs) => Meaning | undefined

const Alert = v.object({
  entity_type: Text,
  entity_id: Word,
  alert_info: v.object({
    alert_severity: Text,
    alert_status: Text,
    alert_type: v.string(),
    alert_description: Text,
  }),
})

const Review = v.object({ decision: v.string() })
const Quality = v.object({
  display_phone_number: Word,
  event: v.string(),
  current_limit: Word,
  max_daily_conversations_per_business: Word,
})
const Name = v.object({
  display_phone_number: Word,
  decision: v.string(),
  requested_verified_name: Text,
  rejection_reason: Text,
})
const Capability = v.object({ max_daily_conversations_per_business: Word, max_phone_numbers_per_waba: Word })
const Security = v.object({ display_phone_number: Word, event: v.string() })
const Template = {
  message_template_id: Id,
  message_template_name: Text,
  message_template_language: Text,
}
const Category = v.object({ ...Template, new_category: Text, correct_category: Text, previous_category: Text })
const Components = v.object(Template)
const Flow = v.object({ event: v.string(), flow_id: Word, new_status: Text, alert_state: Text, message: Text })

/** Events of a limit that are no problem. */
const LIMIT_EVENTS = ['ONBOARDING', 'THROUGHPUT_UPGRADE', 'UPGRADE']
/** States of a name that is under review. */
const UNDECIDED = ['PENDING', 'DEFERRED']

/** What cannot be lifted by an opposite notice is shown for these times. */
const SECURITY_DAYS = 7
const TEMPLATE_DAYS = 30
const ERROR_DAYS = 1

const days = (at: EpochMs, count: number): EpochMs => at + count * DAY_MILLISECONDS

/** The fields of the provider's webhooks that tell about a number or its account, and what their values mean. */
const FIELDS: Readonly<Record<string, Read>> = {
  account_update: read(AccountUpdate, meaningOfUpdate),
  account_alerts: read(Alert, ({ entity_type, entity_id, alert_info }) => {
    const { alert_type: code, alert_severity, alert_status, alert_description = code } = alert_info
    const isProblem = alert_severity !== 'INFORMATIONAL' && alert_status !== 'NONE' && alert_status !== 'RESOLVED'
    const text = `The provider warns: ${alert_description}`
    return {
      code,
      ...(entity_type === 'PHONE_NUMBER' && { phoneNumberId: entity_id }),
      topics: { [`alert ${code}`]: isProblem ? [warned(code, text)] : [] },
    }
  }),
  account_review_update: read(Review, ({ decision: code }) => {
    if (code === 'APPROVED') return { code, topics: { review: [] } }
    if (code !== 'REJECTED')
      return { code, topics: { review: [warned(code, `The provider reviews the account (${code}).`)] } }
    const text = `The provider rejected the account in its review. ${APPEAL}`
    return { code, topics: { review: [{ code, text, state: 'restricted' }] } }
  }),
  phone_number_quality_update: read(Quality, (value): Meaning | undefined => {
    const { event: code, current_limit, max_daily_conversations_per_business } = value
    const messagingLimit = max_daily_conversations_per_business ?? current_limit
    const about = { code, number: value.display_phone_number, messagingLimit }
    if (code === 'FLAGGED') {
      const text =
        'Customers block or report the number. Send fewer and more relevant templates, or the provider lowers its limit.'
      return { ...about, quality: 'RED', topics: { quality: [warned(code, text)] } }
    }
    if (code === 'UNFLAGGED') return { ...about, quality: 'UNKNOWN', topics: { quality: [] } }
    if (code === 'DOWNGRADE') {
      const text = `The provider lowered the number of customers to whom the business may write first${messagingLimit ? ` (${messagingLimit})` : ''}.`
      return { ...about, topics: { limit: [warned(code, text)] } }
    }
    return LIMIT_EVENTS.includes(code) ? { ...about, topics: { limit: [] } } : undefined
  }),
  phone_number_name_update: read(Name, ({ decision: code, display_phone_number: number, ...value }) => {
    if (code === 'APPROVED') return { code, number, topics: { name: [] } }
    const { requested_verified_name: name = '', rejection_reason: reason } = value
    if (UNDECIDED.includes(code)) {
      const text = `The provider has not decided yet about the name “${name}” of the number (${code}).`
      return { code, number, topics: { name: [warned(code, text)] } }
    }
    const text = `The provider did not accept the name “${name}” of the number${reason && reason !== 'NONE' ? ` (${reason})` : ''}. Choose another one at the provider.`
    return { code, number, topics: { name: [warned(code, text)] } }
  }),
  business_capability_update: read(Capability, (value) => {
    const { max_daily_conversations_per_business: messagingLimit, max_phone_numbers_per_waba: numbers } = value
    if (messagingLimit === undefined && numbers === undefined) return undefined
    return { code: messagingLimit ?? `max_phone_numbers_per_waba ${numbers}`, messagingLimit, topics: {} }
  }),
  security: read(Security, ({ event: code, display_phone_number: number }, at) => {
    const what = code.startsWith('PIN_') ? 'The PIN was changed or requested' : 'The security was changed'
    const text = `${what} for the number at the provider (${code}). If this was not you, secure the business account there.`
    return { code, number, topics: { security: [warned(code, text, days(at, SECURITY_DAYS))] } }
  }),
  template_category_update: read(Category, (value, at) => {
    const code = value.new_category ?? value.correct_category
    if (code === undefined) return undefined
    const name = nameOf(value)
    const text =
      value.correct_category === undefined
        ? `The provider changed the category of the template ${name} to ${code}, which changes its price.`
        : `The provider will change the category of the template ${name} to ${value.correct_category}. Appeal at the provider, or change the template.`
    return {
      code,
      topics: { [`template ${value.message_template_id}`]: [warned(code, text, days(at, TEMPLATE_DAYS))] },
    }
  }),
  message_template_components_update: read(Components, (value, at) => {
    const code = 'message_template_components_update'
    const text = `The template ${nameOf(value)} was changed at the provider. Check that its variables are still filled as you expect.`
    return {
      code,
      topics: { [`components ${value.message_template_id}`]: [warned(code, text, days(at, SECURITY_DAYS))] },
    }
  }),
  flows: read(Flow, ({ event, flow_id = '', new_status, alert_state, message = '' }, at) => {
    const code = new_status ?? event
    const isInOrder =
      alert_state === undefined ? new_status === 'PUBLISHED' || new_status === 'DRAFT' : alert_state === 'DEACTIVATED'
    const text = `A form (${flow_id}) has a problem at the provider: ${message || code}.`
    // The provider reports that a form was retired or will be, but sends no notice that ends this problem.
    const isFinal = new_status === 'DEPRECATED' || (new_status === undefined && alert_state === undefined)
    const until = isFinal ? days(at, SECURITY_DAYS) : undefined
    return { code, topics: { [`flow ${flow_id} ${event}`]: isInOrder ? [] : [warned(code, text, until)] } }
  }),
}

function read<S extends v.GenericSchema>(
  schema: S,
  mean: (value: v.InferOutput<S>, at: EpochMs) => Meaning | undefined,
): Read {
  return (raw, at) => {
    const value = v.safeParse(schema, raw)
    return value.success ? mean(value.output, at) : undefined
  }
}

function nameOf({
  message_template_name: name = '',
  message_template_language: language = '',
}: v.InferOutput<typeof Components>) {
  return `${name} (${language})`
}

/** Returns whether a webhook field tells about a number or its account. */
export function isNoticeField(field: string): boolean {
  return Object.hasOwn(FIELDS, field)
}

const Entry = v.object({ id: Id, time: Time })
const Value = v.record(v.string(), v.unknown())
/** Notices about partners have the portfolio as their entry. */
const Account = v.object({ waba_info: v.object({ waba_id: Id }) })

/** Returns the time of an entry, or undefined if it has none. */
export function timeOf(entry: unknown): EpochMs | undefined {
  const parsed = v.safeParse(Entry, entry)
  return parsed.success ? parsed.output.time : undefined
}

/**
 * Parses the value of a field of `isNoticeField`. Returns undefined for an unexpected shape or an unknown event. `now` is the time of a
 * notice without one.
 */
export function readNotice(field: string, value: unknown, entry: unknown, now: EpochMs): ChannelNotice | undefined {
  const account = v.safeParse(Entry, entry)
  const notice = v.safeParse(Value, value)
  if (!account.success || !notice.success) return undefined
  const { id, time: at = now } = account.output
  const named = v.safeParse(Account, value)
  const waId = named.success ? named.output.waba_info.waba_id : id
  const meaning = FIELDS[field]?.(value, at)
  return (
    meaning && {
      waId,
      at,
      field,
      ...meaning,
      number: meaning.number?.replace(/\D/g, ''),
      notice: notice.output,
    }
  )
}

const NumberError = v.looseObject({
  code: Id,
  title: Text,
  message: Text,
  error_data: v.fallback(v.optional(v.object({ details: Text })), undefined),
})

/**
 * An error that a webhook reports for a number instead of a message, or for an account without `phoneNumberId`. Returns undefined for an
 * unexpected shape.
 */
export function readNumberError(
  phoneNumberId: string | undefined,
  raw: unknown,
  at: EpochMs,
): ChannelNotice | undefined {
  const parsed = v.safeParse(NumberError, raw)
  if (!parsed.success) return undefined
  const { code, title, message, error_data } = parsed.output
  const reason = error_data?.details ?? message ?? title ?? 'no reason was given'
  return {
    waId: undefined,
    ...(phoneNumberId !== undefined && { phoneNumberId }),
    at,
    field: 'errors',
    notice: parsed.output,
    ...errorMeaning(code, reason, at),
  }
}

function errorMeaning(code: string, reason: string, at: EpochMs): Omit<Meaning, 'phoneNumberId'> {
  const until = days(at, ERROR_DAYS)
  const known = problemOf(Number(code))
  if (known) {
    const { topic, ...problem } = known
    return { code, topics: { [topic]: [{ ...problem, until }] } }
  }
  return {
    code,
    topics: { [`error ${code}`]: [warned(code, `The provider reports an error of the number: ${reason}`, until)] },
  }
}
