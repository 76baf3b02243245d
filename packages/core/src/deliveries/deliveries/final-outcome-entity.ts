import type { EntityItem } from 'electrodb'
import { Entity, key } from '../../platform/table/entity.ts'
import { expiresAtAttribute, table } from '../../platform/table/table.ts'
import { DELIVERY_DAYS } from './delivery-entity.ts'

/** Days that a final outcome is kept: as long as its delivery. */
export const FINAL_OUTCOME_DAYS = DELIVERY_DAYS

/**
 * The final outcome of one delivery of a webhook, by the time at which it ended. Access: the latest of a webhook. It is derived
 * from its delivery and never changes, so that deliveries which end at the same time write no item together. Not every success
 * leaves one (`failure-run.ts`).
 */
export const FinalOutcomeEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'finalOutcome', version: '1' },
    attributes: {
      webhookId: { type: 'string', required: true, readOnly: true, field: 'w' },
      deliveryId: { type: 'string', required: true, readOnly: true, field: 'i' },
      kind: { type: ['failed', 'delivered'] as const, required: true, readOnly: true, field: 'k' },
      /** When the last attempt began, and when it ended; in milliseconds. */
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
