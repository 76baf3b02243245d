import { expiryAfter } from '../platform/clock.ts'
import { DISABLE_AFTER_FAILURES, type FinalOutcome } from './failure-run.ts'
import { FINAL_OUTCOME_DAYS, FinalOutcomeEntity, type FinalOutcomeItem } from './final-outcome-entity.ts'

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
