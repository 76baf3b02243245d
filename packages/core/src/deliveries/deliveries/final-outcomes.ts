import { expiryAfter } from '../../platform/clock.ts'
import { DISABLE_AFTER_FAILURES, type FinalOutcome } from './failure-run.ts'
import { FINAL_OUTCOME_DAYS, FinalOutcomeEntity, type FinalOutcomeItem } from './final-outcome-entity.ts'

/** Twice as many as disable a webhook, because some may be from before it was enabled. */
const READ_AT_MOST = 2 * DISABLE_AFTER_FAILURES

/** A webhook's latest final outcomes, the latest first, read strongly. */
export async function listFinalOutcomes(webhookId: string): Promise<FinalOutcomeItem[]> {
  const { data } = await FinalOutcomeEntity.query
    .byTime({ webhookId })
    .go({ consistent: true, order: 'desc', limit: READ_AT_MOST })
  return data
}

/** Writes a final outcome unless it is there already. */
export async function writeFinalOutcome(webhookId: string, outcome: FinalOutcome): Promise<void> {
  const { deliveryId, kind, begunAt, finishedAt } = outcome
  const expiresAt = expiryAfter(finishedAt, FINAL_OUTCOME_DAYS)
  await FinalOutcomeEntity.create({ webhookId, deliveryId, kind, begunAt, finishedAt, expiresAt }).go({
    returnOnConditionCheckFailure: true,
  })
}
