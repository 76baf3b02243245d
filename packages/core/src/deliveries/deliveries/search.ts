import { MAX_DELIVERY_DAYS } from '@messaging/contract/retention.ts'
import { validate as isUuid, version as versionOf } from 'uuid'
import { DAY_MILLISECONDS, timeOfId } from '../../platform/clock.ts'
import type { DeliveryItem } from './delivery-entity.ts'
import { causeOf } from './excerpt.ts'
import { firstIdAt } from './id-range.ts'

/** What a text of the search field can mean. */
export type Search =
  /** A whole id of a delivery; otherwise of a message or conversation, which payloads contain. */
  | { readonly kind: 'id'; readonly id: string }
  /** The id of a message or a conversation, in its own field of the payload. */
  | { readonly kind: 'message' | 'conversation'; readonly id: string }
  /** The beginning of a delivery id. */
  | { readonly kind: 'prefix'; readonly prefix: string }
  /** Digits of the customer's number. */
  | { readonly kind: 'number'; readonly digits: string }
  /** Another text of the payload, such as the provider's message id. */
  | { readonly kind: 'text'; readonly text: string }

const MIN_PREFIX = 8
/** The deliveries of a message are created after it, usually within seconds. */
const AFTER_MESSAGE_MS = 3_600_000

/** Parses a search. A beginning of an id is told from a number by its time. `now` in milliseconds. */
export function parseSearch(q: string, now: number): Search {
  const text = q.trim()
  const lower = text.toLowerCase()
  if (isUuid(lower)) return { kind: 'id', id: lower }
  const hex = lower.replaceAll('-', '')
  const isHex = /^[0-9a-f]+$/.test(hex) && hex.length >= MIN_PREFIX
  if (isHex && isRecent(hex, now)) return { kind: 'prefix', prefix: hyphenated(hex) }
  const digits = text.replaceAll(/[\s()+.-]/g, '')
  if (/^\d{3,15}$/.test(digits)) return { kind: 'number', digits: digits.replace(/^0+/, '') }
  return { kind: 'text', text }
}

/** Returns whether an id that begins with `hex` can belong to a stored delivery. */
function isRecent(hex: string, now: number): boolean {
  const [first = 0, last = 0] = ['0', 'f'].map((fill) => Number.parseInt(hex.slice(0, 12).padEnd(12, fill), 16))
  return last >= now - MAX_DELIVERY_DAYS * DAY_MILLISECONDS && first <= now + DAY_MILLISECONDS
}

function hyphenated(hex: string): string {
  return hex.replace(/^(.{8})(.{1,4})?(.{1,4})?(.{1,4})?(.*)$/, (_, ...groups: (string | undefined)[]) =>
    groups.slice(0, 5).filter(Boolean).join('-'),
  )
}

/** Returns the delivery ids to which a search is limited. */
export function idRangeOf(search: Search): { readonly first?: string; readonly last?: string } {
  if (search.kind === 'prefix') return { first: search.prefix, last: `${search.prefix}~` }
  if ((search.kind !== 'id' && search.kind !== 'message') || versionOf(search.id) < 7) return {}
  const at = timeOfId(search.id)
  return { first: firstIdAt(at), last: firstIdAt(at + AFTER_MESSAGE_MS) }
}

interface Operations<Attribute> {
  contains(attribute: Attribute, value: string): string
  begins(attribute: Attribute, value: string): string
}

/** Returns the filter conditions of a search. Some kinds still need `matches`. */
export function searchCondition<Attribute>(
  search: Search,
  attributes: { readonly id: Attribute; readonly payload: Attribute; readonly excerpt: Attribute },
  { contains, begins }: Operations<Attribute>,
): string[] {
  if (search.kind === 'prefix') return [begins(attributes.id, search.prefix)]
  const text = textOf(search)
  return [`(${contains(attributes.payload, text)} OR ${contains(attributes.excerpt, text)})`]
}

function textOf(search: Exclude<Search, { kind: 'prefix' }>): string {
  if ('id' in search) return search.id
  // Payloads are JSON, which escapes quotes and line breaks.
  return search.kind === 'number' ? search.digits : JSON.stringify(search.text).slice(1, -1)
}

/** Returns whether a delivery that passed the condition matches: the text must be in the right field of its payload. */
export function matches(search: Search, delivery: Pick<DeliveryItem, 'payload' | 'excerpt'>): boolean {
  if (search.kind === 'number') return causeOf(delivery)?.contactNumber.includes(search.digits) ?? false
  if (search.kind === 'message') return causeOf(delivery)?.messageId === search.id
  return search.kind !== 'conversation' || causeOf(delivery)?.conversationId === search.id
}
