import type { EpochMs } from '@replywright/contract/time.ts'
import { findNumber } from '../../channel/numbers/numbers.ts'
import { wantedAgent } from '../../conversations/connect-sandbox.ts'
import { findConversation } from '../../conversations/conversation-entity.ts'
import type { Chat } from '../../conversations/conversations.ts'
import { listMessagesOf, listSteps, listTurns, type Period } from './load-conversation.ts'
import { planReplay, type Recorded, type ReplayPlan } from './play-replay.ts'

/** Context before the period: the session may have begun before. */
const BEFORE_MILLISECONDS = 24 * 3_600_000
/** A reply follows the customer's message within this time, or not at all. */
const AFTER_MILLISECONDS = 3_600_000

/** A real conversation with its turns in a period. */
interface Loaded extends Chat {
  readonly recorded: Recorded
  readonly plan: ReplayPlan
  readonly first: ReplayPlan['turns'][number]
}

/** Returns what is stored of a real conversation in a period, or why there is nothing. */
export async function loadRecorded(
  organizationId: string,
  conversationId: string,
  period: Period,
  now: EpochMs,
): Promise<Loaded | { readonly problem: string }> {
  const conversation = await findConversation(organizationId, conversationId)
  const number = conversation && (await findNumber(conversation.phoneNumberId, 'recent'))
  if (!conversation || number?.organizationId !== organizationId) return { problem: 'The conversation was deleted.' }
  const around: Period = { since: period.since - BEFORE_MILLISECONDS, until: period.until + AFTER_MILLISECONDS }
  const [messages, turns, { steps, results }] = await Promise.all([
    listMessagesOf(conversation, around, now),
    listTurns(conversation, around),
    listSteps(conversation, around),
  ])
  // On a sandbox number, a message can choose the agent. No agent reads it.
  const read = messages.filter((message) => wantedAgent(number, message) === undefined)
  const recorded = { messages: read, turns, steps, results }
  const plan = planReplay(recorded, period)
  const [first] = plan.turns
  if (!first) return { problem: 'The conversation has no messages of the customer in this period.' }
  return { conversation, number, recorded, plan, first }
}
