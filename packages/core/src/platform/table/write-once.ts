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
