import { MAX_DELIVERY_DAYS } from '@replywright/contract/retention.ts'
import type { EntityItem } from 'electrodb'
import { expiryAfter } from '../../platform/clock.ts'
import { entity, key } from '../../platform/table/entity.ts'
import { expiresAtAttribute } from '../../platform/table/table.ts'
import { DISABLE_AFTER_FAILURES, type FinalOutcome } from './failure-run.ts'

/** Days that a final outcome is kept: as long as its delivery. */
const FINAL_OUTCOME_DAYS = MAX_DELIVERY_DAYS

/**
 * The final outcome of one delivery of a webhook, sorted by the time when it ended. Access: the latest of a webhook. It
 * is derived from its delivery and never changes, so deliveries that end at the same time do not write to the same
 * item. Most successes leave no outcome (`failure-run.ts`).
 */
export const FinalOutcomeEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'finalOutcome', version: '1' },
  attributes: {
    webhookId: { type: 'string', required: true, readOnly: true, field: 'w' },
    deliveryId: { type: 'string', required: true, readOnly: true, field: 'i' },
    kind: { type: ['failed', 'delivered'] as const, required: true, readOnly: true, field: 'k' },
    /** The begin and end of the last attempt. */
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
    byTime: { pk: key('pk', 'outcomes#${webhookId}'), sk: key('sk', '${finishedAt}#${deliveryId}') },
  },
}))
export type FinalOutcomeItem = EntityItem<typeof FinalOutcomeEntity>

/** Twice the number that disables a webhook, because some may be older than `enabledAt`. */
const MAX_OUTCOMES_READ = 2 * DISABLE_AFTER_FAILURES

/** Returns a webhook's latest final outcomes, newest first, with a strongly consistent read. */
export async function listFinalOutcomes(webhookId: string): Promise<FinalOutcomeItem[]> {
  const { data } = await FinalOutcomeEntity.query
    .byTime({ webhookId })
    .go({ consistent: true, order: 'desc', limit: MAX_OUTCOMES_READ })
  return data
}

/** Writes a final outcome unless it already exists. */
export async function writeFinalOutcome(webhookId: string, outcome: FinalOutcome): Promise<void> {
  const { deliveryId, kind, begunAt, finishedAt } = outcome
  const expiresAt = expiryAfter(finishedAt, FINAL_OUTCOME_DAYS)
  await FinalOutcomeEntity.create({ webhookId, deliveryId, kind, begunAt, finishedAt, expiresAt }).go({
    returnOnConditionCheckFailure: true,
  })
}
