import type { NumberItem } from '../../channel/numbers/number-entity.ts'
import type { ConversationItem } from '../../conversations/conversation-entity.ts'
import { effectiveRoute } from '../../conversations/routing/effective-route.ts'
import { windowSecondsLeft } from '../../conversations/service-window/window.ts'

/** Why an agent does not answer. The messages count as seen. */
export type NoReplyReason = 'routed_away' | 'human_takeover' | 'human_needed' | 'window_closed' | 'no_agent'

export type Judgement =
  | { readonly kind: 'reply' }
  | { readonly kind: 'none'; readonly reason: NoReplyReason }
  /**
   * The model was down recently, and is not called before `until` (milliseconds since the epoch). The message stays
   * unanswered, and the next turn answers it too. A wake-up waits.
   */
  | { readonly kind: 'later'; readonly until: number }

/** The model is not called for this time after its retries were exhausted, except on a sandbox number. */
export const MODEL_REST_MILLISECONDS = 5 * 60_000

type Judged = Pick<
  ConversationItem,
  'routing' | 'webhookId' | 'lastInboundAt' | 'humanTakeoverUntil' | 'humanNeededSince' | 'reachedLimit' | 'handoff'
>

/** Decides whether an agent may answer in a conversation now (decisions, Agent turns). */
export function judgeTurn(
  conversation: Judged,
  number: Pick<NumberItem, 'sandbox' | 'defaultRouting' | 'defaultWebhookId'>,
  { windowSeconds, now }: { readonly windowSeconds: number | null; readonly now: number },
): Judgement {
  const { mode } = effectiveRoute(number, conversation)
  const { lastInboundAt, humanTakeoverUntil = 0, humanNeededSince = 0, reachedLimit } = conversation
  if (mode !== 'agent' && mode !== 'sandbox') return { kind: 'none', reason: 'routed_away' }
  if (humanTakeoverUntil > now) return { kind: 'none', reason: 'human_takeover' }
  if (conversation.handoff) return { kind: 'none', reason: 'human_needed' }
  // Who tries an agent wants to see at once whether it answers again.
  if (number.sandbox) return { kind: 'reply' }
  if (windowSecondsLeft(lastInboundAt, windowSeconds, now) === 0) return { kind: 'none', reason: 'window_closed' }
  // A limit is checked at each turn, and the model is not called before.
  const until = humanNeededSince + MODEL_REST_MILLISECONDS
  if (reachedLimit === undefined && now < until) return { kind: 'later', until }
  return { kind: 'reply' }
}
