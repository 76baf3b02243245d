import * as v from 'valibot'
import type { ReplayItem } from './replay-entity.ts'

/** Body of a message in the replays queue: one step of a bulk replay, from 0. */
export const StepReference = v.object({
  organizationId: v.string(),
  webhookId: v.string(),
  replayId: v.string(),
  step: v.number(),
})
export type StepReference = v.InferOutput<typeof StepReference>

/** A step waits this long, so that a replay sends its deliveries at a pace: at most one step's in this time. */
const PACE_SECONDS = 1

export type SteppedReplay = Pick<ReplayItem, 'organizationId' | 'webhookId' | 'id' | 'step'>

/**
 * What makes the relay send the message of a replay's next step. Its group is the organisation: fair queues would not notice one
 * that replays fifty webhooks if each was a group of its own.
 */
export function stepMessage({ organizationId, webhookId, id, step }: SteppedReplay) {
  const reference: StepReference = { organizationId, webhookId, replayId: id, step }
  return { q: 'replays', g: organizationId, b: JSON.stringify(reference), d: PACE_SECONDS }
}
