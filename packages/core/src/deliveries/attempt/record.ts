import type { DeliveryReference } from '@replywright/contract/queues.ts'
import { DELETE, type Fate, LATER } from '../../platform/queues/consume.ts'
import { settings } from '../../platform/settings.ts'
import type { DeliveryItem } from '../delivery-entity.ts'
import { disableAfterFailures, type Effects } from '../disabling/auto-disable.ts'
import { finalOutcomeOf } from '../disabling/failure-run.ts'
import { writeFinalOutcome } from '../disabling/final-outcome-entity.ts'
import { isSlowAt } from '../webhooks/slow-endpoints.ts'
import type { WebhookItem } from '../webhooks/webhook-entity.ts'
import type { DueAttempt } from './attempt-delivery.ts'
import { attemptRecord } from './attempt-record.ts'
import { logAttempt } from './log-attempt.ts'
import { attemptOfRound } from './plan-attempt.ts'
import { recordAttempt } from './record-attempt.ts'
import { sendRetry } from './retry-message.ts'
import type { Sent } from './send.ts'
import { fateAfter, judgeAttempt } from './verdict.ts'

/** Records what an attempt resulted in, sends the message of its retry, and returns what to do with its own message. */
export async function recordSent(
  { reference, message, delivery, webhook }: DueAttempt,
  sent: Sent,
  effects: Effects,
): Promise<Fate> {
  const { clock } = effects
  const { payload, answer, isSlow } = sent
  const number = delivery.attemptCount + 1
  const verdict = judgeAttempt(answer.outcome, attemptOfRound(delivery), settings.RETRY_DELAYS_SECONDS)
  const endedAt = clock()
  logAttempt({ delivery, payload, number, answer, verdict, endedAt })
  const isFirst = number === 1 && message.afterAttempt === undefined
  const relayedAfterMs = isFirst ? message.relayedAt - delivery.createdAt : undefined
  const attempt = attemptRecord(delivery, sent, verdict, relayedAfterMs)
  // Sent before it is recorded: what the record names is in the queue, whenever this worker is interrupted.
  const retry =
    verdict.kind === 'retry' &&
    (await sendRetry({
      reference,
      delivery,
      isSlow: isSlow || isSlowAt(webhook, endedAt),
      relayedAt: endedAt,
      afterAttempt: number,
      seconds: verdict.delaySeconds,
    }))
  const recorded = await recordAttempt({ delivery, attempt, verdict, endedAt, carrier: retry || message.id })
  const isDelivered = recorded.delivery?.status === 'delivered'
  if (recorded.delivery && (isDelivered || !recorded.overtaken))
    await countOutcome(recorded.delivery, { reference, webhook }, effects)
  if (!recorded.delivery || isDelivered) return DELETE
  if (recorded.overtaken) return LATER
  return fateAfter(verdict, { isRetrySent: Boolean(retry), msSinceEnd: clock() - endedAt })
}

/**
 * Counts a recorded outcome towards the webhook's failures, and disables the webhook after too many consecutive ones.
 * It depends only on the delivery, is idempotent, and runs again with a repeated message, so a crash loses nothing.
 */
export async function countOutcome(
  delivery: DeliveryItem,
  { reference, webhook }: { readonly reference: DeliveryReference; readonly webhook: WebhookItem | null },
  effects: Effects,
): Promise<void> {
  const outcome = finalOutcomeOf(delivery)
  if (!outcome) return
  await writeFinalOutcome(delivery.webhookId, outcome)
  if (outcome.kind === 'failed' && webhook?.enabled) await disableAfterFailures(webhook, reference, effects)
}
