import type { EpochMs } from '@replywright/contract/time.ts'
import * as v from 'valibot'
import { isoTime } from '../platform/clock.ts'
import type { ConversationItem } from './conversation-entity.ts'
import { isUnanswered } from './judge-waiting.ts'

/** A request of an agent for a person. Its id is that of its event. */
export const Handoff = v.object({
  id: v.string(),
  reason: v.string(),
  summary: v.string(),
  agentId: v.string(),
  since: v.number(),
})
export type Handoff = v.InferOutput<typeof Handoff>

type Handoffs = Pick<ConversationItem, 'handoff' | 'pastHandoffs'>

/** The number of requests that a conversation keeps. */
export const KEPT_HANDOFFS = 5

/** Returns the earlier requests of a conversation after the current one has ended. */
export function endedHandoffs({ handoff, pastHandoffs = [] }: Handoffs, endedAt: EpochMs) {
  if (!handoff) return pastHandoffs
  const { summary: _, ...past } = handoff
  return [...pastHandoffs, { ...past, endedAt }].slice(-KEPT_HANDOFFS)
}

type Requests = Handoffs &
  Pick<ConversationItem, 'humanNeededSince' | 'waitingIn' | 'waitingAt' | 'answeredSeq' | 'settledSeq'> &
  Partial<Pick<ConversationItem, 'inboundSeq'>>

/**
 * Returns a conversation whose request for a person ended at `endedAt`. A customer whose message has no reply goes on
 * waiting.
 */
export function withoutRequest<Conversation extends Requests>(conversation: Conversation, endedAt: EpochMs) {
  const { inboundSeq = 0, answeredSeq, settledSeq, waitingIn, waitingAt } = conversation
  const waits = isUnanswered({ inboundSeq, answeredSeq, settledSeq })
  return {
    ...conversation,
    ...(conversation.handoff && { pastHandoffs: endedHandoffs(conversation, endedAt) }),
    handoff: undefined,
    humanNeededSince: undefined,
    waitingIn: waits ? waitingIn : undefined,
    waitingAt: waits ? waitingAt : undefined,
  }
}

/** Returns `activeSupportHandoff` and `supportHandoffs` as the API shows them (spec, Conversation). */
export function handoffViews({ handoff, pastHandoffs = [] }: Handoffs) {
  const all = [...pastHandoffs, ...(handoff ? [{ ...handoff, endedAt: undefined }] : [])].slice(-KEPT_HANDOFFS)
  const shown = all.map(({ id, reason, agentId, since, endedAt }) => ({
    id,
    reason,
    agentId,
    since: isoTime(since),
    endedAt: endedAt === undefined ? null : isoTime(endedAt),
  }))
  return {
    activeSupportHandoff: handoff ? JSON.stringify({ ...handoff, since: isoTime(handoff.since) }) : '',
    supportHandoffs: shown.length > 0 ? JSON.stringify(shown) : '',
  }
}

/** Returns since when a request or a failure of the agent is open, or undefined. */
export function waitingSince({
  handoff,
  humanNeededSince,
}: Pick<ConversationItem, 'handoff' | 'humanNeededSince'>): EpochMs | undefined {
  return handoff?.since ?? humanNeededSince
}
