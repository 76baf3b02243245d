import type { WebhookItem } from '../webhooks/webhook-entity.ts'
import { disableAfterFailures, type Time } from './auto-disable.ts'
import type { DeliveryItem } from './delivery-entity.ts'
import { finalOutcomeOf } from './failure-run.ts'
import { writeFinalOutcome } from './final-outcomes.ts'

/**
 * Applies the consequences of a recorded outcome: counts it towards the failures of the webhook, and disables the
 * webhook after too many consecutive failures. It depends only on the delivery and is idempotent. It runs again when a
 * message of the delivery is received again, so a crash loses nothing.
 */
export async function applyOutcome(delivery: DeliveryItem, webhook: WebhookItem | null, time: Time): Promise<void> {
  const outcome = finalOutcomeOf(delivery)
  if (!outcome) return
  await writeFinalOutcome(delivery.webhookId, outcome)
  if (outcome.kind === 'failed' && webhook?.enabled) await disableAfterFailures(webhook, delivery.id, time)
}
