import type { TurnFailure } from '@replywright/contract/causes.ts'
import * as v from 'valibot'
import { isoTime } from '../platform/clock.ts'
import type { ConversationItem } from './conversation-entity.ts'

/** A request of an agent for a person. Its id is that of its event. Times are in milliseconds since the epoch. */
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
export function endedHandoffs({ handoff, pastHandoffs = [] }: Handoffs, endedAt: number) {
  if (!handoff) return pastHandoffs
  const { summary: _, ...past } = handoff
  return [...pastHandoffs, { ...past, endedAt }].slice(-KEPT_HANDOFFS)
}

type Requests = Handoffs & Pick<ConversationItem, 'humanNeededSince' | 'waitingIn' | 'waitingAt'>

/** Returns a conversation whose request for a person ended at `endedAt`, in milliseconds. */
export function withoutRequest<Conversation extends Requests>(conversation: Conversation, endedAt: number) {
  return {
    ...conversation,
    ...(conversation.handoff && { pastHandoffs: endedHandoffs(conversation, endedAt) }),
    handoff: undefined,
    humanNeededSince: undefined,
    waitingIn: undefined,
    waitingAt: undefined,
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

/** Returns since when a person is needed, in milliseconds since the epoch, or undefined. */
export function waitingSince({
  handoff,
  humanNeededSince,
}: Pick<ConversationItem, 'handoff' | 'humanNeededSince'>): number | undefined {
  return handoff?.since ?? humanNeededSince
}

/** Returns why a person is needed, or undefined if it is not known. */
export function waitingReason({
  handoff,
  humanNeededSince,
  reachedLimit,
}: Pick<ConversationItem, 'handoff' | 'humanNeededSince' | 'reachedLimit'>): string | undefined {
  return handoff?.reason ?? (humanNeededSince === undefined ? undefined : reachedLimit)
}

/** Returns why the agent failed to answer a customer who waits for a person since then, or undefined. */
export function failureOf({
  handoff,
  humanNeededSince,
  failure,
}: Pick<ConversationItem, 'handoff' | 'humanNeededSince' | 'failure'>): TurnFailure | undefined {
  return handoff || humanNeededSince === undefined ? undefined : failure?.cause
}
