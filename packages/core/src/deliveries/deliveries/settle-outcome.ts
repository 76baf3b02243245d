import type { WebhookItem } from '../webhooks/webhook-entity.ts'
import { disableAfterFailures, type Time } from './auto-disable.ts'
import type { DeliveryItem } from './delivery-entity.ts'
import { finalOutcomeOf } from './failure-run.ts'
import { writeFinalOutcome } from './final-outcomes.ts'

/**
 * Does what follows from a recorded outcome: keeps it for the count of failures, and disables the webhook if it was the last
 * failure that was missing. It derives from the delivery alone and is idempotent. It runs again when a message of the delivery
 * comes again, so that nothing is missing after a crash.
 */
export async function settleOutcome(delivery: DeliveryItem, webhook: WebhookItem | null, time: Time): Promise<void> {
  const outcome = finalOutcomeOf(delivery)
  if (!outcome) return
  await writeFinalOutcome(delivery.webhookId, outcome)
  if (outcome.kind === 'failed' && webhook?.enabled) await disableAfterFailures(webhook, delivery.id, time)
}
