import { setTimeout } from 'node:timers/promises'
import type { ConversationItem } from '../../conversations/conversations/conversation-entity.ts'
import { findConversation } from '../../conversations/conversations/get-conversation.ts'
import type { Clock } from '../../platform/clock.ts'

/** A customer who has written nothing for so long has finished writing. */
const QUIET_MILLISECONDS = 700
const LONGEST_WAIT_MILLISECONDS = 2500

/**
 * Milliseconds to wait before an answer is begun: until the customer is quiet, and not longer than a while after the first
 * message. All in milliseconds since the epoch.
 */
export function quietIn(times: { readonly first: number; readonly latest: number; readonly now: number }): number {
  const { first, latest, now } = times
  return Math.max(0, Math.min(latest + QUIET_MILLISECONDS, first + LONGEST_WAIT_MILLISECONDS) - now)
}

/**
 * Waits until the customer is quiet, who wrote at `first` or since. Answers the conversation as it is stored then, which is
 * read once for each wait; null when there is none.
 */
export async function waitUntilQuiet(
  { organizationId, conversationId }: { readonly organizationId: string; readonly conversationId: string },
  first: number,
  clock: Clock,
): Promise<ConversationItem | null> {
  for (let latest = first; ; ) {
    await setTimeout(quietIn({ first, latest, now: clock() }))
    const conversation = await findConversation(organizationId, conversationId)
    latest = Math.max(latest, conversation?.inboundTakenAt ?? 0)
    if (quietIn({ first, latest, now: clock() }) === 0) return conversation
  }
}
