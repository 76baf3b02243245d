import { setTimeout } from 'node:timers/promises'
import type { EpochMs, Ms } from '@replywright/contract/time.ts'
import type { NumberItem } from '../../channel/numbers/number-entity.ts'
import { holderOf } from '../../conversations/control/control.ts'
import type { ConversationItem } from '../../conversations/conversation-entity.ts'
import { findConversation } from '../../conversations/conversation-entity.ts'
import { effectiveRoute } from '../../conversations/routing/effective-route.ts'
import { windowSecondsLeft } from '../../conversations/service-window/window.ts'
import type { Clock } from '../../platform/clock.ts'

/** Why an agent does not answer. The messages count as seen. */
export type NoReplyReason =
  | 'routed_away'
  | 'human_takeover'
  | 'human_needed'
  | 'human_answered'
  | 'other_agent_answers'
  | 'window_closed'
  | 'no_agent'

export type Judgement =
  | { readonly kind: 'reply' }
  | { readonly kind: 'none'; readonly reason: NoReplyReason }
  /**
   * The model was down recently, and is not called before `until`. The message stays unanswered, and the next turn
   * answers it too. A wake-up waits.
   */
  | { readonly kind: 'later'; readonly until: EpochMs }

/** The model is not called for this time after its retries were exhausted, except on a sandbox number. */
export const MODEL_REST_MILLISECONDS = 5 * 60_000

type Judged = Pick<
  ConversationItem,
  | 'routing'
  | 'webhookId'
  | 'lastInboundAt'
  | 'humanTakeoverUntil'
  | 'humanNeededSince'
  | 'reachedLimit'
  | 'handoff'
  | 'control'
>

/** Decides whether an agent may answer in a conversation now (decisions, Agent turns). */
export function judgeTurn(
  conversation: Judged,
  number: Pick<NumberItem, 'sandbox' | 'defaultRouting' | 'defaultWebhookId'>,
  { windowSeconds, now }: { readonly windowSeconds: number | null; readonly now: EpochMs },
): Judgement {
  const { mode } = effectiveRoute(number, conversation)
  const { lastInboundAt, humanTakeoverUntil = 0, humanNeededSince = 0, reachedLimit } = conversation
  if (mode !== 'agent' && mode !== 'sandbox') return { kind: 'none', reason: 'routed_away' }
  if (humanTakeoverUntil > now) return { kind: 'none', reason: 'human_takeover' }
  if (conversation.handoff) return { kind: 'none', reason: 'human_needed' }
  if (holderOf(conversation) === 'other_agent') return { kind: 'none', reason: 'other_agent_answers' }
  // Who tries an agent wants to see at once whether it answers again.
  if (number.sandbox) return { kind: 'reply' }
  if (windowSecondsLeft(lastInboundAt, windowSeconds, now) === 0) return { kind: 'none', reason: 'window_closed' }
  // A limit is checked at each turn before the model is called, and after an undelivered reply the model works.
  const until = humanNeededSince + MODEL_REST_MILLISECONDS
  if (reachedLimit === undefined && now < until) return { kind: 'later', until }
  return { kind: 'reply' }
}

/** Returns the seconds until the next retry, or undefined if retries are exhausted. `tries` counts this failure too. */
export function retryAfter(tries: number, delaysSeconds: readonly number[]): number | undefined {
  return delaysSeconds[tries - 1]
}

const MOST_ROUNDS = 2
const LONGEST_MILLISECONDS = 15_000

/** Returns whether a new answer may replace an unsent one. `round` counts replacements. */
export function mayStartOver(turn: {
  readonly round: number
  readonly startedAt: EpochMs
  readonly changedOutside: boolean
  readonly now: EpochMs
}): boolean {
  const { round, startedAt, changedOutside, now } = turn
  return !changedOutside && round < MOST_ROUNDS && now - startedAt < LONGEST_MILLISECONDS
}

/** A customer who is quiet for this time has finished writing. */
const PAUSE_MILLISECONDS = 700
const LONGEST_WAIT_MILLISECONDS = 2500

/** Returns how long to wait until the customer is quiet, at most until 2.5 s after `first`. */
export function pauseMilliseconds(times: {
  readonly first: EpochMs
  readonly latest: EpochMs
  readonly now: EpochMs
}): Ms {
  const { first, latest, now } = times
  return Math.max(0, Math.min(latest + PAUSE_MILLISECONDS, first + LONGEST_WAIT_MILLISECONDS) - now)
}

/** Waits until the customer, who wrote at `first` or later, is quiet. Returns the conversation read last, or null. */
export async function waitForPause(
  { organizationId, conversationId }: { readonly organizationId: string; readonly conversationId: string },
  first: EpochMs,
  clock: Clock,
): Promise<ConversationItem | null> {
  for (let latest = first; ; ) {
    await setTimeout(pauseMilliseconds({ first, latest, now: clock() }))
    const conversation = await findConversation(organizationId, conversationId)
    latest = Math.max(latest, conversation?.inboundTakenAt ?? 0)
    if (pauseMilliseconds({ first, latest, now: clock() }) === 0) return conversation
  }
}
