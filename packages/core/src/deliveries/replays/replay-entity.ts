import { EVENT_NAMES } from '@replywright/contract/envelope.ts'
import type { EntityItem } from 'electrodb'
import { type Out, outAttribute, outTo } from '../../platform/outbox/out.ts'
import { entity, key } from '../../platform/table/entity.ts'
import { expiresAtAttribute } from '../../platform/table/table.ts'

const REPLAY_STATUSES = ['running', 'done', 'cancelled'] as const
/** Cancelled by a user, or because the webhook was disabled during the replay. */
export const CANCEL_REASONS = ['requested', 'webhook_disabled'] as const

/** Days that a replay is kept after it was started. */
export const REPLAY_DAYS = 30

/**
 * A bulk replay of a webhook's failed deliveries. Access: by id within organisation and webhook; all of a webhook by
 * time. A replay runs in steps of one queue message each; `out` sends the first.
 */
export const ReplayEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'replay', version: '1' },
  attributes: {
    organizationId: { type: 'string', required: true, readOnly: true },
    webhookId: { type: 'string', required: true, readOnly: true },
    id: { type: 'string', required: true, readOnly: true },
    /** The earliest failure to replay. */
    since: { type: 'number', required: true, readOnly: true },
    /** At most the time of the start: later failures are not replayed, so that the replay ends. */
    until: { type: 'number', required: true, readOnly: true },
    /** The event of the deliveries; absent for all events. */
    event: { type: EVENT_NAMES, readOnly: true },
    status: { type: REPLAY_STATUSES, required: true, field: 's' },
    /** Present if it was cancelled. */
    cancelReason: { type: CANCEL_REASONS },
    /** The number of deliveries to replay at the start; 10,000 means that many or more. */
    total: { type: 'number', required: true, readOnly: true },
    replayed: { type: 'number', required: true },
    /** Whether `results.ts` has the results of its copies. Test events are not counted. */
    counted: { type: 'boolean', readOnly: true },
    /** The number of the next step, from 0. */
    step: { type: 'number', required: true },
    /** The position in the failure index that the previous steps reached. */
    cursor: { type: 'string' },
    startedAt: { type: 'number', required: true, readOnly: true },
    /** The end of the last step. */
    updatedAt: { type: 'number', required: true },
    finishedAt: { type: 'number' },
    expiresAt: { ...expiresAtAttribute, required: true },
    out: { ...outAttribute, readOnly: true },
  },
  indexes: {
    byId: { pk: key('pk', 'replays#${organizationId}#${webhookId}'), sk: key('sk', '${id}') },
  },
}))
export type ReplayItem = EntityItem<typeof ReplayEntity>

/** Returns a stored bulk replay with a strongly consistent read, or null if it does not exist. */
export async function findReplay(organizationId: string, webhookId: string, id: string): Promise<ReplayItem | null> {
  const { data } = await ReplayEntity.get({ organizationId, webhookId, id }).go({ consistent: true })
  return data
}

/** Days that the item of a step is kept. Nothing reads it after its message is sent. */
export const STEP_DAYS = 1

/** The item that sends the message of a step after the first. Access: none. */
export const ReplayStepEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'replayStep', version: '1' },
  attributes: {
    replayId: { type: 'string', required: true, readOnly: true },
    step: { type: 'number', required: true, readOnly: true },
    expiresAt: { ...expiresAtAttribute, required: true },
    out: { ...outAttribute, required: true, readOnly: true },
  },
  indexes: {
    byStep: { pk: key('pk', 'replayStep#${replayId}#${step}'), sk: key('sk', 'step') },
  },
}))

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
