import { randomBytes } from 'node:crypto'
import { MOST_WEBHOOKS } from '@messaging/contract/dashboard/webhooks.ts'
import type { EventName } from '@messaging/contract/envelope.ts'
import { createWriteTransaction } from 'electrodb'
import { findRevision, REVISION_TRIES, SUBSCRIPTION_REVISION } from '../../channel/numbers/subscription-revision.ts'
import { InternalError, ServiceError } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { CounterEntity } from '../../platform/paging/counter-entity.ts'
import { decryptSecret, encryptSecret } from '../../platform/secrets/secrets.ts'
import { retryConflict } from '../../platform/table/retry-conflict.ts'
import { transact } from '../../platform/table/transact.ts'
import { assertDestination } from './destination.ts'
import { findWebhook, listWebhooks } from './get-webhook.ts'
import {
  SUBSCRIPTION_ENTITIES,
  subscriptionsToChange,
  subscriptionWrites,
  updateSubscriptions,
} from './subscriptions.ts'
import { WebhookEntity, type WebhookItem } from './webhook-entity.ts'
import { sealHeaders } from './webhook-headers.ts'

const SECRET_BYTES = 24

/** Returns a new signing secret: `whsec_` and the base64 of 24 random bytes, as Standard Webhooks defines it. */
export function newSigningSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`
}

interface NewWebhook {
  readonly name: string
  readonly url: string
  readonly events: readonly EventName[]
  readonly phoneNumberIds: readonly string[] | 'all'
  /** Sent with each request. @default none */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/**
 * Registers an endpoint of a user and subscribes it to numbers (ids of the provider), or to all present and future
 * numbers. Without a URL, its deliveries are only stored. Returns the webhook and its signing secret; the existing ones
 * if a webhook with this `id` exists. Throws 400 for a refused URL (`assertDestination`), and 409 if
 * the organisation has 50 webhooks.
 */
export async function createWebhook(
  owner: { readonly organizationId: string; readonly userId: string },
  input: NewWebhook,
  now: number,
  id: string,
): Promise<{ webhook: WebhookItem; secret: string }> {
  const { organizationId, userId } = owner
  const existing = await findWebhook(organizationId, id)
  if (!existing) {
    await assertDestination(input.url)
    const { name, url, events, phoneNumberIds, headers } = input
    await insertWebhook({
      organizationId,
      userId,
      id,
      name,
      url,
      secret: await encryptSecret('webhook-signing', organizationId, newSigningSecret()),
      ...(headers && { headers: await sealHeaders(organizationId, headers) }),
      enabled: true,
      allNumbers: phoneNumberIds === 'all',
      ...(phoneNumberIds !== 'all' && { phoneNumberIds: [...phoneNumberIds] }),
      events: [...events],
      createdAt: now,
    })
  }
  const webhook = existing ?? (await findWebhook(organizationId, id))
  if (!webhook) throw new InternalError(`webhook ${id} was deleted concurrently`)
  await updateSubscriptions(webhook)
  if (!existing) log('webhook.created', { organizationId, webhookId: id })
  return { webhook, secret: await decryptSecret('webhook-signing', organizationId, webhook.secret) }
}

async function insertWebhook(webhook: WebhookItem): Promise<void> {
  const { organizationId, id } = webhook
  await retryConflict(REVISION_TRIES, 'The webhooks or numbers were changed concurrently. Try again.', async () => {
    const revision = await findRevision(organizationId)
    if ((await listWebhooks(organizationId)).length >= MOST_WEBHOOKS)
      throw new ServiceError(
        'conflict',
        `The organisation has ${MOST_WEBHOOKS} webhooks, which is the limit. Delete one first.`,
      )
    const changes = await subscriptionsToChange(webhook)
    const transaction = createWriteTransaction(
      { webhooks: WebhookEntity, counters: CounterEntity, ...SUBSCRIPTION_ENTITIES },
      ({ webhooks, counters, ...entities }) => [
        webhooks.create(webhook).commit(),
        counters
          .update({ organizationId, noun: SUBSCRIPTION_REVISION })
          .add({ count: 1 })
          .where(({ count }, { eq, notExists }) => (revision ? eq(count, revision) : notExists(count)))
          .commit(),
        ...subscriptionWrites(entities, webhook, changes),
      ],
    )
    const exists = (await transact(() => transaction.go())) || (await findWebhook(organizationId, id))
    return exists ? true : undefined
  })
}
