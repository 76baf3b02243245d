import { findRestriction } from '../../channel/numbers/health.ts'
import { markHumanNeeded } from '../../conversations/human-needed.ts'
import type { Chat } from '../../conversations/messages/dispatch-message.ts'
import { log } from '../../platform/log/log.ts'

/**
 * Holds a turn whose reply the provider would refuse, because it restricts the number. The customer's messages stay unanswered, and
 * the first turn after the restriction answers them. The conversation needs a person, once for a restriction. Returns whether the
 * turn is held. `now` in milliseconds.
 */
export async function holdRestricted({ conversation, number }: Chat, originId: string, now: number): Promise<boolean> {
  const problem = findRestriction(number, 'replies', now)
  if (!problem || number.sandbox) return false
  const reason = `The messaging provider restricts the number (${problem.code}). ${problem.text}`
  await markHumanNeeded(conversation, { originId, reason, cause: 'provider' }, now)
  log('turn.held', { reason: 'number_restricted', code: problem.code })
  return true
}
