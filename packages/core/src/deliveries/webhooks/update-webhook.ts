import { isDeepStrictEqual } from 'node:util'
import type { WebhookChange } from '@messaging/contract/dashboard/webhooks.ts'
import { createWriteTransaction } from 'electrodb'
import { findRevision, REVISION_TRIES, SUBSCRIPTION_REVISION } from '../../channel/numbers/subscription-revision.ts'
import { conflict } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { CounterEntity } from '../../platform/paging/counter-entity.ts'
import { retryConflict } from '../../platform/table/retry-conflict.ts'
import { assertRevision } from '../../platform/table/revision.ts'
import { refusals } from '../../platform/table/transact.ts'
import { assertDestination } from './destination.ts'
import { getWebhook } from './get-webhook.ts'
import {
  phoneNumberIdsOf,
  SUBSCRIPTION_ENTITIES,
  type SubscriptionChange,
  subscriptionsToChange,
  subscriptionWrites,
  updateSubscriptions,
} from './subscriptions.ts'
import { WebhookEntity, type WebhookItem } from './webhook-entity.ts'
import { sealHeaders } from './webhook-headers.ts'

const CHANGED = 'The webhook was changed concurrently. Reload it and try again.'

/**
 * Changes a webhook; omitted fields stay unchanged. Its subscriptions change in the same transaction, as far as one can
 * hold them. The rest follows directly, also when the change is repeated. Throws 400 for a refused URL, an unknown
 * number or a masked header without a value, 404 for an unknown or foreign webhook, and 409 if its revision is not
 * `expected` or it was changed concurrently.
 */
export async function updateWebhook(
  organizationId: string,
  id: string,
  { name, url, events, numbers, headers }: WebhookChange,
  { expected, now }: { readonly expected: number | undefined; readonly now: number },
): Promise<WebhookItem> {
  const webhook = await getWebhook(organizationId, id)
  assertRevision(expected, webhook.revision ?? 0, 'webhook')
  if (url !== undefined && url !== webhook.url) await assertDestination(url)
  const phoneNumberIds = numbers && (await phoneNumberIdsOf(organizationId, numbers))
  const sealed = headers && (await sealHeaders(organizationId, headers, webhook.headers))
  const change = {
    ...(name !== undefined && { name }),
    ...(url !== undefined && { url }),
    ...(events && { events: [...events] }),
    ...(sealed && !isDeepStrictEqual(sealed, webhook.headers ?? []) && { headers: sealed, headersSince: now }),
    ...(phoneNumberIds && {
      allNumbers: phoneNumberIds === 'all',
      phoneNumberIds: phoneNumberIds === 'all' ? [] : [...phoneNumberIds],
    }),
  }
  const moves = events !== undefined || numbers !== undefined
  await retryConflict(REVISION_TRIES, CHANGED, async () => {
    const revision = await findRevision(organizationId)
    const subscriptions = moves ? await subscriptionsToChange({ ...webhook, ...change }) : undefined
    const [refused] = await write(webhook, change, revision, subscriptions)
    if (refused === 0) throw conflict('changed_concurrently', CHANGED)
    return refused === undefined ? true : undefined
  })
  const changed = await getWebhook(organizationId, id)
  if (moves) await updateSubscriptions(changed)
  log('webhook.changed', { organizationId, webhookId: id, fields: Object.keys(change).join(',') })
  return changed
}

/** Writes a change. Returns the positions of the refused writes: 0 if the webhook was changed concurrently. */
async function write(
  webhook: WebhookItem,
  change: Partial<
    Pick<WebhookItem, 'name' | 'url' | 'events' | 'allNumbers' | 'phoneNumberIds' | 'headers' | 'headersSince'>
  >,
  subscriptionRevision: number | undefined,
  moved: readonly SubscriptionChange[] | undefined,
): Promise<number[]> {
  const { organizationId, id, revision } = webhook
  const transaction = createWriteTransaction(
    { webhooks: WebhookEntity, counters: CounterEntity, ...SUBSCRIPTION_ENTITIES },
    (entities) => [
      entities.webhooks
        .patch({ organizationId, id })
        .set({ ...change, revision: (revision ?? 0) + 1 })
        .where((stored, { eq, notExists }) =>
          [
            notExists(stored.deletedAt),
            revision === undefined ? notExists(stored.revision) : eq(stored.revision, revision),
          ].join(' AND '),
        )
        .commit(),
      ...(moved
        ? [
            entities.counters
              .update({ organizationId, noun: SUBSCRIPTION_REVISION })
              .add({ count: 1 })
              .where(({ count }, { eq, notExists }) =>
                subscriptionRevision ? eq(count, subscriptionRevision) : notExists(count),
              )
              .commit(),
          ]
        : []),
      ...subscriptionWrites(entities, webhook, moved ?? []),
    ],
  )
  return await refusals(() => transaction.go())
}
