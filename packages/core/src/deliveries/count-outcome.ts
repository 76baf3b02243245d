import type { WebhookItem } from '../webhooks/webhook-entity.ts'
import type { DeliveryItem } from './delivery-entity.ts'
import type { Verdict } from './verdict.ts'

/** A webhook is disabled by this many deliveries in a row whose final outcome is failed (spec, Delivery mechanism). */
export const DISABLE_AFTER_FAILURES = 20

export type CountedWebhook = Pick<WebhookItem, 'enabled' | 'consecutiveFailures' | 'enabledAt'>

/** What a delivery's outcome does to its webhook's count of failures in a row. */
export type Count =
  /** Nothing: the webhook is not written. */
  | 'none'
  | 'reset'
  | 'raise'
  /** This failure is the last that was missing. */
  | 'disable'

/**
 * What an attempt that began at `begunAt` (milliseconds) does to the count of the webhook as it was read. Each delivery
 * counts once: not while it is retried, and not again when a redrive of it fails. An attempt that began before the webhook was
 * last enabled says nothing about it.
 */
export function countOutcome(
  webhook: CountedWebhook,
  delivery: Pick<DeliveryItem, 'roundStart'>,
  verdict: Verdict,
  begunAt: number,
): Count {
  const { enabled, consecutiveFailures = 0, enabledAt = 0 } = webhook
  if (!enabled || begunAt < enabledAt) return 'none'
  if (verdict.kind === 'delivered') return consecutiveFailures > 0 ? 'reset' : 'none'
  if (verdict.kind === 'retry' || delivery.roundStart > 0) return 'none'
  return consecutiveFailures + 1 < DISABLE_AFTER_FAILURES ? 'raise' : 'disable'
}
