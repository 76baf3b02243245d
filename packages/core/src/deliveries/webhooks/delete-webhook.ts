import { createWriteTransaction } from 'electrodb'
import { listNumbers } from '../../channel/numbers/find-number.ts'
import { NumberEntity } from '../../channel/numbers/number-entity.ts'
import { SUBSCRIPTION_REVISION } from '../../channel/numbers/subscription-revision.ts'
import { expiryAfter } from '../../platform/clock.ts'
import { log } from '../../platform/log/log.ts'
import { CounterEntity } from '../../platform/paging/counter-entity.ts'
import { transact } from '../../platform/table/transact.ts'
import { DELIVERY_DAYS } from '../deliveries/delivery-entity.ts'
import { getWebhook } from './get-webhook.ts'
import { settleSubscriptions } from './subscriptions.ts'
import { WebhookEntity, type WebhookItem } from './webhook-entity.ts'

/**
 * Deletes a webhook: nothing is sent to it any more, retries that wait included. A tombstone stays as long as its deliveries do,
 * so that they can be read. Routing that points at it resolves to nobody. `now` in milliseconds. 404 for an unknown or foreign
 * webhook.
 */
export async function deleteWebhook(organizationId: string, id: string, now: number): Promise<undefined> {
  const webhook = { ...(await getWebhook(organizationId, id)), deletedAt: now }
  await letGo(webhook)
  const transaction = createWriteTransaction(
    { webhooks: WebhookEntity, counters: CounterEntity },
    ({ webhooks, counters }) => [
      webhooks
        .patch({ organizationId, id })
        .set({ enabled: false, deletedAt: now, expiresAt: expiryAfter(now, DELIVERY_DAYS) })
        .where(({ deletedAt }, { notExists }) => notExists(deletedAt))
        .commit(),
      counters.update({ organizationId, noun: SUBSCRIPTION_REVISION }).add({ count: 1 }).commit(),
    ],
  )
  await transact(() => transaction.go())
  // Numbers that were connected, or routed to it, meanwhile.
  await letGo(webhook)
  log('webhook.deleted', { organizationId, webhookId: id })
}

/** Ends its subscriptions, and that numbers are routed to it: they stay in webhook mode, with nobody. */
async function letGo(webhook: WebhookItem): Promise<void> {
  const numbers = await listNumbers(webhook.organizationId)
  await Promise.all([
    settleSubscriptions(webhook),
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
