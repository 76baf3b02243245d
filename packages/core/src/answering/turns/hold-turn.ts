import type { findRestriction } from '../../channel/numbers/health.ts'
import { markHumanNeeded } from '../../conversations/human-needed.ts'
import type { Chat } from '../../conversations/messages/dispatch-message.ts'
import { log } from '../../platform/log/log.ts'

type Problem = NonNullable<ReturnType<typeof findRestriction>>

/**
 * Holds a turn whose reply the provider would refuse, because it restricts the number. The customer's messages stay unanswered, and
 * the first turn after the restriction answers them. The conversation needs a person, once for a restriction. `now` in
 * milliseconds.
 */
export async function holdRestricted(
  { conversation }: Chat,
  { code, text }: Problem,
  originId: string,
  now: number,
): Promise<void> {
  const reason = `The messaging provider restricts the number (${code}). ${text}`
  await markHumanNeeded(conversation, { originId, reason, cause: 'provider' }, now)
  log('turn.held', { reason: 'number_restricted', code })
}
