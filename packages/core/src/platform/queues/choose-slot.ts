import type { EpochMs } from '@replywright/contract/time.ts'
import { InternalError } from '../errors.ts'

/** An entry of the line for a slot. */
export interface LineEntry {
  /** When the holder began to wait. */
  readonly since: EpochMs
  /** When the entry expires because the holder did not ask again. */
  readonly until: EpochMs
}

export interface Slots {
  /** Ends of the leases by holder. */
  readonly leases: Readonly<Record<string, EpochMs>>
  readonly line: Readonly<Record<string, LineEntry>>
}

export interface SlotRequest {
  readonly holder: string
  readonly since: EpochMs
}

export type SlotChoice =
  /** Acquires a slot. Expired entries are deleted in the same write. */
  | {
      readonly kind: 'acquire'
      /** Holders, and the ends of their leases. */
      readonly endedLeases: readonly (readonly [string, EpochMs])[]
      readonly leftLine: readonly string[]
    }
  /** Waits in the line. The next slots go to those in it. */
  | { readonly kind: 'line'; readonly seconds: number; readonly until: EpochMs; readonly leftLine: readonly string[] }
  /** Waits outside the line, which is full of others that have waited longer. */
  | { readonly kind: 'wait'; readonly seconds: number }

/** Holders in the line poll often, so they are few. */
const MAX_LINE_LENGTH = 10
/** An update expression has at most 4 KB. */
const MAX_DELETIONS = 20
/** SQS keeps a message invisible for at most 12 hours. */
const MAX_WAIT_SECONDS = 6 * 3600
const LINE_GRACE_MILLISECONDS = 5000

/**
 * Decides whether a holder gets a slot now, roughly in the order of waiting. A free slot is reserved for the two in the
 * line that have waited longest. A holder that has waited longer than another in the line enters a full line. `random`
 * is from 0 to 1.
 */
export function chooseSlot(
  { leases, line }: Slots,
  { holder, since }: SlotRequest,
  { limit, now, random }: { readonly limit: number; readonly now: EpochMs; readonly random: number },
): SlotChoice {
  const [held, endedLeases] = partition(Object.entries(leases), ([, end]) => end > now)
  const inLine = Object.entries(line).filter(([id]) => id !== holder)
  const [others, expired] = partition(inLine, ([, { until }]) => until > now)
  const ahead = others.filter(([, entry]) => entry.since < since)
  const free = limit - held.length
  if (held.some(([id]) => id === holder) || ahead.length < 2 * free)
    return {
      kind: 'acquire',
      endedLeases: endedLeases.slice(0, MAX_DELETIONS),
      leftLine: [holder, ...idsOf(expired)].slice(0, MAX_DELETIONS),
    }
  const waitedSeconds = Math.max(0, now - since) / 1000
  const lineLength = Math.min(2 * limit, MAX_LINE_LENGTH)
  if (ahead.length >= lineLength)
    return { kind: 'wait', seconds: jittered(Math.min(Math.max(5, waitedSeconds / 4), MAX_WAIT_SECONDS), random) }
  const seconds = jittered(Math.min(Math.max(1, waitedSeconds / 10), 5), random)
  const displaced = others.toSorted(([, a], [, b]) => a.since - b.since).slice(lineLength - 1)
  return {
    kind: 'line',
    seconds,
    until: now + seconds * 1000 + LINE_GRACE_MILLISECONDS,
    leftLine: idsOf([...expired, ...displaced]).slice(0, MAX_DELETIONS),
  }
}

/** Returns whole seconds, up to 50 % longer at random, so that waiting holders do not all retry at once. */
function jittered(seconds: number, random: number): number {
  return Math.ceil(seconds * (1 + random / 2))
}

function partition<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))]
}

function idsOf(entries: readonly (readonly [string, unknown])[]): string[] {
  return entries.map(([id]) => id)
}

/** The slots of one item. With their leases, it stays below 1 KB, one write unit. */
const SLOTS_A_PART = 16

/** A part of an organisation's slots. */
export interface SlotPart {
  /** The end of its key: nothing for the first part. */
  readonly part: string
  /** The number of its slots. */
  readonly limit: number
}

/** Returns the parts of `limit` slots, as even as possible. */
export function slotParts(limit: number): SlotPart[] {
  const count = Math.ceil(limit / SLOTS_A_PART)
  return Array.from({ length: count }, (_, index) => ({
    part: index === 0 ? '' : `/${index}`,
    limit: Math.floor(limit / count) + (index < limit % count ? 1 : 0),
  }))
}

/** Returns the parts for a holder, a UUID, the one in which it waits first. Its last digits spread evenly. */
export function partsFor(holder: string, limit: number): [SlotPart, ...SlotPart[]] {
  const parts = slotParts(limit)
  const last = Number.parseInt(holder.slice(-6), 16)
  const before = Number.parseInt(holder.slice(-12, -6), 16)
  // Three parts are enough to find a free slot in a pool that is nearly full.
  const indexes = new Set([last, before, last + before + 1].map((index) => index % parts.length))
  const [home, ...others] = [...indexes].flatMap((index) => parts[index] ?? [])
  if (!home) throw new InternalError(`no part of ${limit} slots for ${holder}`)
  return [home, ...others]
}
