import { MAX_DELIVERY_DAYS } from '@messaging/contract/retention.ts'
import { createWriteTransaction } from 'electrodb'
import { listNumbers } from '../../channel/numbers/find-number.ts'
import { NumberEntity } from '../../channel/numbers/number-entity.ts'
import { SUBSCRIPTION_REVISION } from '../../channel/numbers/subscription-revision.ts'
import { expiryAfter } from '../../platform/clock.ts'
import { log } from '../../platform/log/log.ts'
import { CounterEntity } from '../../platform/paging/counter-entity.ts'
import { transact } from '../../platform/table/transact.ts'
import { getWebhook } from './get-webhook.ts'
import { updateSubscriptions } from './subscriptions.ts'
import { WebhookEntity, type WebhookItem } from './webhook-entity.ts'

/**
 * Deletes a webhook. Nothing more is sent to it, waiting retries included. A tombstone remains as long as its
 * deliveries, so that they can be read. Routing to it has no effective webhook any more. `now` in milliseconds. Throws
 * 404 for an unknown or foreign webhook.
 */
export async function deleteWebhook(organizationId: string, id: string, now: number): Promise<undefined> {
  const webhook = { ...(await getWebhook(organizationId, id)), deletedAt: now }
  await detach(webhook)
  const transaction = createWriteTransaction(
    { webhooks: WebhookEntity, counters: CounterEntity },
    ({ webhooks, counters }) => [
      webhooks
        .patch({ organizationId, id })
        .set({ enabled: false, deletedAt: now, expiresAt: expiryAfter(now, MAX_DELIVERY_DAYS) })
        .where(({ deletedAt }, { notExists }) => notExists(deletedAt))
        .commit(),
      counters.update({ organizationId, noun: SUBSCRIPTION_REVISION }).add({ count: 1 }).commit(),
    ],
  )
  await transact(() => transaction.go())
  // Numbers may have been connected or routed to it in the meantime.
  await detach(webhook)
  log('webhook.deleted', { organizationId, webhookId: id })
}

/** Removes its subscriptions. Numbers that are routed to it stay in webhook mode, without a webhook. */
async function detach(webhook: WebhookItem): Promise<void> {
  const numbers = await listNumbers(webhook.organizationId)
  await Promise.all([
    updateSubscriptions(webhook),
    ...numbers
      .filter(({ defaultWebhookId }) => defaultWebhookId === webhook.id)
      .map(({ phoneNumberId }) =>
        NumberEntity.patch({ phoneNumberId })
          .remove(['defaultWebhookId'])
          .where(({ defaultWebhookId }, { eq }) => eq(defaultWebhookId, webhook.id))
          .go({ returnOnConditionCheckFailure: true }),
      ),
  ])
}
