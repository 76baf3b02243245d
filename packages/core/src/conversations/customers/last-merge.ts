import type { EpochMs } from '@replywright/contract/time.ts'
import { DAY_MILLISECONDS } from '../../platform/clock.ts'
import type { CustomerItem } from './customer-entity.ts'

/** Days in which a merge by hand can be undone. */
export const UNDO_DAYS = 30

/** Returns the last merge of a customer that a person made and can undo, if there is one. */
export function lastMergeOf(
  { merged = [] }: Pick<CustomerItem, 'merged'>,
  now: EpochMs,
): { readonly id: string; readonly at: EpochMs } | undefined {
  const last = merged.findLast(({ evidence }) => evidence === 'person')
  return last && last.at > now - UNDO_DAYS * DAY_MILLISECONDS ? last : undefined
}
