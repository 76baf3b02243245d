import type { EpochMs } from '@replywright/contract/time.ts'
import type { ConversationItem } from './conversation-entity.ts'

/** Returns whether a person has taken a conversation over until after `now`. */
export function isTakenOver(
  { humanTakeoverUntil = 0 }: Pick<ConversationItem, 'humanTakeoverUntil'>,
  now: EpochMs,
): boolean {
  return humanTakeoverUntil > now
}
