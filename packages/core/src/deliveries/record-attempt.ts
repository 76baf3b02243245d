import { createWriteTransaction } from 'electrodb'
import { log } from '../log.ts'
import { transact } from '../transact.ts'
import { getWebhook } from '../webhooks/get-webhook.ts'
import { WebhookEntity, type WebhookItem } from '../webhooks/webhook-entity.ts'
import { type Count, countOutcome, DISABLE_AFTER_FAILURES } from './count-outcome.ts'
import { type AttemptRecord, DELIVERY_SHARD, DeliveryEntity, type DeliveryItem } from './delivery-entity.ts'
import { failedEntry } from './failed-index.ts'
import type { Verdict } from './verdict.ts'

/** What was read before an attempt, and what came of it. */
export interface MadeAttempt {
  readonly delivery: DeliveryItem
  readonly webhook: WebhookItem
  readonly attempt: AttemptRecord
  readonly verdict: Verdict
  /** When the attempt ended, in milliseconds. */
  readonly endedAt: number
}

/** The delivery as it is stored, read strongly; null when it is gone. */
export async function readDelivery(webhookId: string, id: string): Promise<DeliveryItem | null> {
  const { data } = await DeliveryEntity.get({ webhookId, shard: DELIVERY_SHARD, id }).go({ consistent: true })
  return data
}

/**
 * Records an attempt on the delivery as it was read, and a final outcome together with its count on the webhook. When another
 * worker recorded an attempt in the meantime, a success is recorded on top of it, because `delivered` beats every other
 * outcome; a failure is not, because that worker goes on with it. Answers whether it is `recorded`; otherwise there is nothing
 * left to do (`delivered`), or another worker is at it (`overtaken`).
 */
export async function recordAttempt(made: MadeAttempt): Promise<'recorded' | 'delivered' | 'overtaken'> {
  const { delivery, webhook, attempt, verdict } = made
  const count = countOutcome(webhook, delivery, verdict, attempt.at)
  const written = count === 'none' ? await write(made) : await writeWithCount(made, count)
  if (written) {
    if (count === 'disable') logDisabled(made)
    return 'recorded'
  }
  const [newer, newerWebhook] = await Promise.all([
    readDelivery(delivery.webhookId, delivery.id),
    getWebhook(webhook.organizationId, webhook.id),
  ])
  if (!newer || newer.status === 'delivered') return 'delivered'
  const overtaken = newer.attemptCount !== delivery.attemptCount || newer.status !== 'pending'
  if (overtaken && verdict.kind !== 'delivered') return 'overtaken'
  return await recordAttempt({ ...made, delivery: newer, webhook: newerWebhook ?? { ...webhook, enabled: false } })
}

type DeliveryCondition = Parameters<ReturnType<ReturnType<typeof DeliveryEntity.patch>['set']>['where']>[0]

/** Nobody recorded an attempt since the delivery was read; only a success may follow a final outcome. */
function unchanged({ delivery, verdict }: MadeAttempt): DeliveryCondition {
  return ({ attemptCount, status }, { eq, ne }) =>
    `${eq(attemptCount, delivery.attemptCount)} AND ${verdict.kind === 'delivered' ? ne(status, 'delivered') : eq(status, 'pending')}`
}

async function write(made: MadeAttempt): Promise<boolean> {
  const { key, set, removed, attempts } = deliveryChange(made)
  const written = await DeliveryEntity.patch(key)
    .set(set)
    .remove(removed)
    .append({ attempts })
    .where(unchanged(made))
    .go({ returnOnConditionCheckFailure: true })
  return !written.rejected
}

/** Writes the outcome and its count in one transaction, so that neither is without the other and none counts twice. */
async function writeWithCount(made: MadeAttempt, count: Exclude<Count, 'none'>): Promise<boolean> {
  const { key, set, removed, attempts } = deliveryChange(made)
  const { organizationId, id } = made.webhook
  const last = DISABLE_AFTER_FAILURES - 1
  const transaction = createWriteTransaction(
    { deliveries: DeliveryEntity, webhooks: WebhookEntity },
    ({ deliveries, webhooks }) => [
      deliveries.patch(key).set(set).remove(removed).append({ attempts }).where(unchanged(made)).commit(),
      webhooks
        .patch({ organizationId, id })
        .data((webhook, { add, remove, set }) => {
          if (count === 'reset') return remove(webhook.consecutiveFailures)
          add(webhook.consecutiveFailures, 1)
          if (count === 'raise') return
          set(webhook.enabled, false)
          set(webhook.disabledAt, made.endedAt)
          set(webhook.disabledReason, 'consecutive_failures')
        })
        // Others may have counted, disabled or enabled it since it was read.
        .where(({ enabled, enabledAt, consecutiveFailures }, { eq, gte, lt, lte, notExists }) => {
          const counted = {
            reset: () => gte(consecutiveFailures, 1),
            raise: () => `(${notExists(consecutiveFailures)} OR ${lt(consecutiveFailures, last)})`,
            disable: () => gte(consecutiveFailures, last),
          }[count]()
          return `${eq(enabled, true)} AND (${notExists(enabledAt)} OR ${lte(enabledAt, made.attempt.at)}) AND ${counted}`
        })
        .commit(),
    ],
  )
  return await transact(() => transaction.go())
}

function deliveryChange({ delivery, attempt, verdict, endedAt }: MadeAttempt) {
  const key = { webhookId: delivery.webhookId, shard: delivery.shard, id: delivery.id }
  const attemptCount = delivery.attemptCount + 1
  const attempts = [attempt]
  switch (verdict.kind) {
    case 'retry': {
      const nextAttemptAt = endedAt + verdict.delaySeconds * 1000
      return { key, attempts, set: { attemptCount, status: 'pending' as const, nextAttemptAt }, removed: [] }
    }
    case 'failed': {
      const { cause, exhausted } = verdict
      const entry = failedEntry(delivery, endedAt)
      const set = { attemptCount, status: 'failed' as const, cause, exhausted, finishedAt: endedAt, ...entry }
      return { key, attempts, set, removed: ['nextAttemptAt' as const] }
    }
    case 'delivered': {
      const set = { attemptCount, status: 'delivered' as const, finishedAt: endedAt }
      return {
        key,
        attempts,
        set,
        removed: [...(['nextAttemptAt', 'cause', 'exhausted', 'failedIn', 'failedAt'] as const)],
      }
    }
  }
}

function logDisabled({ delivery, webhook }: MadeAttempt): void {
  log(
    'webhook.disabled',
    {
      organizationId: webhook.organizationId,
      webhookId: webhook.id,
      deliveryId: delivery.id,
      reason: 'consecutive_failures',
      consecutiveFailures: DISABLE_AFTER_FAILURES,
    },
    { WebhooksDisabled: 1 },
  )
}
