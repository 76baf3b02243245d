import type { EpochMs } from '@replywright/contract/time.ts'
import type { Problem } from '../../channel/numbers/health.ts'
import type { Chat } from '../../conversations/conversations.ts'
import { holdTurn } from '../../conversations/held-turns/hold-turn.ts'
import { markHumanNeeded } from '../../conversations/human-needed.ts'
import { log } from '../../platform/log/log.ts'
import type { TurnOrigin } from './turn-origin.ts'

/**
 * Holds a turn whose reply the provider would refuse, because it restricts the number. The customer's messages stay
 * unanswered, and the turn starts again when the restriction ends. The conversation needs a person, once for a
 * restriction.
 */
export async function holdRestricted(
  { conversation, number }: Chat,
  { code, text }: Problem,
  { organizationId, conversationId, id, wakeUp }: TurnOrigin,
  now: EpochMs,
): Promise<void> {
  const { phoneNumberId } = number
  const reason = `The messaging provider restricts the number (${code}). ${text}`
  await markHumanNeeded(conversation, { originId: id, reason, cause: 'provider' }, now)
  const key = { organizationId, conversationId }
  const turn = wakeUp
    ? { kind: 'wakeUp' as const, ...key, wakeUpId: id }
    : { kind: 'turn' as const, ...key, messageId: id }
  await holdTurn({ phoneNumberId, turn }, now)
  log('turn.held', { reason: 'number_restricted', code })
}
