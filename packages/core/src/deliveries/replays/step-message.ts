import { type Out, outTo } from '../../platform/table/out.ts'
import type { ReplayItem } from './replay-entity.ts'

/** A step waits this long, so that a replay sends its deliveries at a pace: at most one step's in this time. */
const PACE_SECONDS = 1

export type SteppedReplay = Pick<ReplayItem, 'organizationId' | 'webhookId' | 'id' | 'step'>

/**
 * What makes the relay send the message of a replay's next step. Its group is the organisation: fair queues would not notice one
 * that replays fifty webhooks if each was a group of its own.
 */
export function stepMessage({ organizationId, webhookId, id, step }: SteppedReplay): Out {
  const reference = { organizationId, webhookId, replayId: id, step }
  return outTo('replays', organizationId, reference, { delaySeconds: PACE_SECONDS })
}
