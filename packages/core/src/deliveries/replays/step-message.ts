import { type Out, outTo } from '../../platform/outbox/out.ts'
import type { ReplayItem } from './replay-entity.ts'

/** The delay before a step, which limits a replay to one step in this time. */
const PACE_SECONDS = 1

export type SteppedReplay = Pick<ReplayItem, 'organizationId' | 'webhookId' | 'id' | 'step'>

/**
 * Builds the `out` that makes the relay send the message of the next step. The group is the organisation: with a group
 * for each webhook, fair queues would not notice one organisation that replays fifty webhooks.
 */
export function stepMessage({ organizationId, webhookId, id, step }: SteppedReplay): Out {
  const reference = { organizationId, webhookId, replayId: id, step }
  return outTo('replays', organizationId, reference, { delaySeconds: PACE_SECONDS })
}
