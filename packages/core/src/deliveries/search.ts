import type { FailureCause } from '@replywright/contract/causes.ts'
import type { EventName } from '@replywright/contract/envelope.ts'
import { MAX_DELIVERY_DAYS } from '@replywright/contract/retention.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { validate as isUuid, version as versionOf } from 'uuid'
import { DAY_MILLISECONDS, timeOfId } from '../platform/clock.ts'
import type { DeliveryEntity, DeliveryItem } from './delivery-entity.ts'
import { originOf } from './excerpt.ts'
import { EVERY_ID, firstIdAt, type IndexRange, intersection } from './index-range.ts'

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

/** Parses a search. A beginning of an id is told from a number by its time. */
export function parseSearch(q: string, now: EpochMs): Search {
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
function isRecent(hex: string, now: EpochMs): boolean {
  const [first = 0, last = 0] = ['0', 'f'].map((fill) => Number.parseInt(hex.slice(0, 12).padEnd(12, fill), 16))
  return last >= now - MAX_DELIVERY_DAYS * DAY_MILLISECONDS && first <= now + DAY_MILLISECONDS
}

function hyphenated(hex: string): string {
  return hex.replace(/^(.{8})(.{1,4})?(.{1,4})?(.{1,4})?(.*)$/, (_, ...groups: (string | undefined)[]) =>
    groups.slice(0, 5).filter(Boolean).join('-'),
  )
}

/** Which deliveries a list has. */
export interface DeliveryFilter {
  readonly status?: DeliveryItem['status']
  readonly event?: EventName
  /** Only the deliveries that failed with this cause. */
  readonly cause?: FailureCause
  /** Excludes test events, as statistics do. */
  readonly tests?: 'hidden'
  /** Limits the time of the event: `since` is included, `until` is excluded. */
  readonly since?: EpochMs
  readonly until?: EpochMs
  readonly searches: readonly Search[]
  /** Excludes the deliveries that have expired at this time. */
  readonly now: EpochMs
}

/** Returns the delivery ids to which a filter is limited. */
export function idRangeOf({
  since,
  until,
  searches,
}: Pick<DeliveryFilter, 'since' | 'until' | 'searches'>): IndexRange {
  const { first, last } = EVERY_ID
  const inTime = {
    first: since === undefined ? first : firstIdAt(since),
    last: until === undefined ? last : firstIdAt(until),
  }
  return intersection([inTime, ...searches.map(idsOf)])
}

function idsOf(search: Search): IndexRange {
  if (search.kind === 'prefix') return { first: search.prefix, last: `${search.prefix}~` }
  if ((search.kind !== 'id' && search.kind !== 'message') || !isTimeSorted(search.id)) return EVERY_ID
  const at = timeOfId(search.id)
  return { first: firstIdAt(at), last: firstIdAt(at + AFTER_MESSAGE_MS) }
}

/** Callers send ids with any version and variant, of which `versionOf` throws for invalid ones. */
function isTimeSorted(id: string): boolean {
  return isUuid(id) && versionOf(id) >= 7
}

type Where = Parameters<ReturnType<typeof DeliveryEntity.query.byId>['where']>[0]
type Attributes = Parameters<Where>[0]
type Operations = Parameters<Where>[1]

/** Returns the conditions of a filter, without those on the time of the event. Some searches still need `matchesAll`. */
export function filterConditions(
  { status, event, cause, tests, searches, now }: DeliveryFilter,
  delivery: Attributes,
  operations: Operations,
): string[] {
  const { eq, ne, gt, notExists } = operations
  return [
    gt(delivery.expiresAt, Math.floor(now / 1000)),
    ...(status ? [eq(delivery.status, status)] : []),
    ...(event ? [eq(delivery.event, event)] : []),
    ...(cause ? [eq(delivery.cause, cause)] : []),
    ...(tests === 'hidden' ? [ne(delivery.event, 'test.ping'), notExists(delivery.test)] : []),
    ...searches.map((search) => searchCondition(search, delivery, operations)),
  ]
}

function searchCondition(search: Search, delivery: Attributes, { begins, contains }: Operations): string {
  if (search.kind === 'prefix') return begins(delivery.id, search.prefix)
  const text = textOf(search)
  return `(${contains(delivery.payload, text)} OR ${contains(delivery.excerpt, text)})`
}

function textOf(search: Exclude<Search, { kind: 'prefix' }>): string {
  if ('id' in search) return search.id
  // Payloads are JSON, which escapes quotes and line breaks.
  return search.kind === 'number' ? search.digits : JSON.stringify(search.text).slice(1, -1)
}

/** Returns whether a delivery that passed the conditions matches: a text must be in the right field of its payload. */
export function matchesAll(searches: readonly Search[], delivery: Pick<DeliveryItem, 'payload' | 'excerpt'>): boolean {
  return searches.every((search) => matches(search, delivery))
}

function matches(search: Search, delivery: Pick<DeliveryItem, 'payload' | 'excerpt'>): boolean {
  if (search.kind === 'number') return originOf(delivery)?.contactNumber.includes(search.digits) ?? false
  if (search.kind === 'message') return originOf(delivery)?.messageId === search.id
  return search.kind !== 'conversation' || originOf(delivery)?.conversationId === search.id
}
