import type { EpochMs, Ms } from '@replywright/contract/time.ts'
import { newId } from '../clock.ts'
import { InternalError } from '../errors.ts'

/** ElectroDB's result of a conditional write with `returnOnConditionCheckFailure: 'all_old'`. */
interface ConditionalWrite<Item> {
  /** Whether the condition failed. */
  readonly rejected: boolean
  /** The item as written, or the stored one if the condition failed; null if there is none. */
  readonly data: Item | null
}

export interface WrittenOnce<Item> {
  /** Whether the write had its effect. */
  readonly isWritten: boolean
  /** The item as it is stored now, or null if it does not exist. */
  readonly item: Item | null
}

/**
 * Runs a conditional write and returns whether it had its effect. The SDK repeats a write whose response was lost, and
 * the condition then fails because of the first one. `isOwn` recognises that in the stored item, by a value that only
 * this write stores. If another write has replaced the value since, this one counts as not written: the other writer
 * has continued from it, and decides what comes next.
 */
export async function writeOnce<Item>(
  write: Promise<ConditionalWrite<Item>>,
  isOwn: (stored: Item) => boolean,
): Promise<WrittenOnce<Item>> {
  const { rejected, data } = await write
  return { isWritten: !rejected || (data !== null && isOwn(data)), item: data }
}

/**
 * Runs a write that creates an item unless it exists, and returns the stored item.
 * @throws Error if it was deleted concurrently
 */
export async function getWritten<Item>(write: Promise<ConditionalWrite<Item>>, name: string): Promise<Item> {
  const { data } = await write
  if (data === null) throw new InternalError(`${name} was deleted concurrently`)
  return data
}

/**
 * The sole right to work on an item, until a time. An item stores it in two attributes. It is written with `writeOnce`,
 * whose `isOwn` compares `by`. A claim can expire during the work, so the last write of its holder has a condition on
 * `by`, or on what was claimed.
 */
interface Claim {
  readonly by: string
  readonly until: EpochMs
}

/** Builds a claim that equals no other. It lasts longer than its work, so that only a crash lets it expire. */
export function newClaim(now: EpochMs, milliseconds: Ms): Claim {
  return { by: newId(), until: now + milliseconds }
}

interface Operations<Attribute> {
  notExists(attribute: Attribute): string
  lte(attribute: Attribute, value: number): string
}

/** Returns the condition that no claim on the item is valid at `now`. `until` is the attribute with its end. */
export function isUnclaimed<Attribute>(
  until: Attribute,
  now: EpochMs,
  { notExists, lte }: Operations<Attribute>,
): string {
  return `(${notExists(until)} OR ${lte(until, now)})`
}
