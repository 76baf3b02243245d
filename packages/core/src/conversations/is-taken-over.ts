import type { ConversationItem } from './conversation-entity.ts'

/** Returns whether a person has taken a conversation over until after `now`, in milliseconds. */
export function isTakenOver(
  { humanTakeoverUntil = 0 }: Pick<ConversationItem, 'humanTakeoverUntil'>,
  now: number,
): boolean {
  return humanTakeoverUntil > now
}
