import type { EntityItem } from 'electrodb'
import { Entity, key } from '../../platform/table/entity.ts'
import { outAttribute } from '../../platform/table/out.ts'
import { expiresAtAttribute, table } from '../../platform/table/table.ts'

export const REPLAY_STATUSES = ['running', 'done', 'cancelled'] as const
/** By a user, or because the webhook was disabled on the way. */
export const CANCEL_REASONS = ['requested', 'webhook_disabled'] as const

/** Days that a replay is kept after it was started. */
export const REPLAY_DAYS = 30

/**
 * A bulk replay of a webhook's failed deliveries. Access: by id within organisation and webhook; all of a webhook by time.
 * All times in milliseconds. It is done in steps, each of them one message of the queue; `out` is the first one's.
 */
export const ReplayEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'replay', version: '1' },
    attributes: {
      organizationId: { type: 'string', required: true, readOnly: true },
      webhookId: { type: 'string', required: true, readOnly: true },
      id: { type: 'string', required: true, readOnly: true },
      /** It takes what failed from here … */
      since: { type: 'number', required: true, readOnly: true },
      /** … until it was started: what fails later is not taken, so that it ends. */
      until: { type: 'number', required: true, readOnly: true },
      status: { type: REPLAY_STATUSES, required: true, field: 's' },
      /** Present when it was cancelled. */
      cancelReason: { type: CANCEL_REASONS },
      /** What it was to replay when it was started; 10,000 means that many or more. */
      total: { type: 'number', required: true, readOnly: true },
      replayed: { type: 'number', required: true },
      /** The next step, from 0. */
      step: { type: 'number', required: true },
      /** The place in the index of failures up to which the steps before came. */
      cursor: { type: 'string' },
      startedAt: { type: 'number', required: true, readOnly: true },
      /** When the last step was done. */
      updatedAt: { type: 'number', required: true },
      finishedAt: { type: 'number' },
      expiresAt: { ...expiresAtAttribute, required: true },
      out: { ...outAttribute, readOnly: true },
    },
    indexes: {
      byId: {
        pk: key('pk', 'replays#${organizationId}#${webhookId}'),
        sk: key('sk', '${id}'),
      },
    },
  },
  table,
)
export type ReplayItem = EntityItem<typeof ReplayEntity>

/** Days that the trace of a step is kept: nothing reads it once its message is sent. */
export const STEP_DAYS = 1

/** What sends the message of a step after the first. Access: none. */
export const ReplayStepEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'replayStep', version: '1' },
    attributes: {
      replayId: { type: 'string', required: true, readOnly: true },
      step: { type: 'number', required: true, readOnly: true },
      expiresAt: { ...expiresAtAttribute, required: true },
      out: { ...outAttribute, required: true, readOnly: true },
    },
    indexes: {
      byStep: {
        pk: key('pk', 'replayStep#${replayId}#${step}'),
        sk: key('sk', 'step'),
      },
    },
  },
  table,
)
