import { setTimeout } from 'node:timers/promises'
import type { ConversationItem } from '../../conversations/conversation-entity.ts'
import { findConversation } from '../../conversations/get-conversation.ts'
import type { Clock } from '../../platform/clock.ts'

/** A customer who is quiet for this time has finished writing. */
const PAUSE_MILLISECONDS = 700
const LONGEST_WAIT_MILLISECONDS = 2500

/** Returns the milliseconds until the customer is quiet, at most 2.5 s after `first`. Times in ms since the epoch. */
export function pauseMilliseconds(times: {
  readonly first: number
  readonly latest: number
  readonly now: number
}): number {
  const { first, latest, now } = times
  return Math.max(0, Math.min(latest + PAUSE_MILLISECONDS, first + LONGEST_WAIT_MILLISECONDS) - now)
}

/** Waits until the customer, who wrote at `first` or later, is quiet. Returns the conversation read last, or null. */
export async function waitForPause(
  { organizationId, conversationId }: { readonly organizationId: string; readonly conversationId: string },
  first: number,
  clock: Clock,
): Promise<ConversationItem | null> {
  for (let latest = first; ; ) {
    await setTimeout(pauseMilliseconds({ first, latest, now: clock() }))
    const conversation = await findConversation(organizationId, conversationId)
    latest = Math.max(latest, conversation?.inboundTakenAt ?? 0)
    if (pauseMilliseconds({ first, latest, now: clock() }) === 0) return conversation
  }
}
