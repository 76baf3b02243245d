import type { DeliveryReference } from '@messaging/contract/queues.ts'
import type { WebhookItem } from '../webhooks/webhook-entity.ts'
import { disableAfterFailures, type Effects } from './auto-disable.ts'
import type { DeliveryItem } from './delivery-entity.ts'
import { finalOutcomeOf } from './failure-run.ts'
import { writeFinalOutcome } from './final-outcomes.ts'

/**
 * Counts a recorded outcome towards the webhook's failures, and disables the webhook after too many consecutive ones.
 * It depends only on the delivery, is idempotent, and runs again with a repeated message, so a crash loses nothing.
 */
export async function applyOutcome(
  { delivery, reference }: { readonly delivery: DeliveryItem; readonly reference: DeliveryReference },
  webhook: WebhookItem | null,
  effects: Effects,
): Promise<void> {
  const outcome = finalOutcomeOf(delivery)
  if (!outcome) return
  await writeFinalOutcome(delivery.webhookId, outcome)
  if (outcome.kind === 'failed' && webhook?.enabled) await disableAfterFailures(webhook, reference, effects)
}
