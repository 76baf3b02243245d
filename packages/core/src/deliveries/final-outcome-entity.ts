import { MAX_DELIVERY_DAYS } from '@messaging/contract/retention.ts'
import type { EntityItem } from 'electrodb'
import { Entity, key } from '../platform/table/entity.ts'
import { expiresAtAttribute, table } from '../platform/table/table.ts'

/** Days that a final outcome is kept: as long as its delivery. */
export const FINAL_OUTCOME_DAYS = MAX_DELIVERY_DAYS

/**
 * The final outcome of one delivery of a webhook, sorted by the time when it ended. Access: the latest of a webhook. It
 * is derived from its delivery and never changes, so deliveries that end at the same time do not write to the same
 * item. Most successes leave no outcome (`failure-run.ts`).
 */
export const FinalOutcomeEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'finalOutcome', version: '1' },
    attributes: {
      webhookId: { type: 'string', required: true, readOnly: true, field: 'w' },
      deliveryId: { type: 'string', required: true, readOnly: true, field: 'i' },
      kind: { type: ['failed', 'delivered'] as const, required: true, readOnly: true, field: 'k' },
      /** The begin and end of the last attempt, in milliseconds. */
      begunAt: { type: 'number', required: true, readOnly: true, field: 'b' },
      finishedAt: {
        type: 'number',
        required: true,
        readOnly: true,
        field: 'z',
        padding: { length: 13, char: '0' },
      },
      expiresAt: { ...expiresAtAttribute, required: true },
    },
    indexes: {
      byTime: {
        pk: key('pk', 'outcomes#${webhookId}'),
        sk: key('sk', '${finishedAt}#${deliveryId}'),
      },
    },
  },
  table,
)
export type FinalOutcomeItem = EntityItem<typeof FinalOutcomeEntity>
