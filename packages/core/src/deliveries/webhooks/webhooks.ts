import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { MOST_WEBHOOKS } from '@replywright/contract/dashboard/webhooks.ts'
import type { EventName } from '@replywright/contract/envelope.ts'
import { unmaskedUrl } from '@replywright/contract/masked-url.ts'
import { MAX_DELIVERY_DAYS } from '@replywright/contract/retention.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import type { WebhookChange } from '@replywright/contract/webhooks.ts'
import { NumberEntity } from '../../channel/numbers/number-entity.ts'
import {
  findRevision,
  listNumbers,
  REVISION_TRIES,
  revisionWrite,
  SUBSCRIPTION_REVISION,
} from '../../channel/numbers/numbers.ts'
import { expiryAfter, newId } from '../../platform/clock.ts'
import { conflict, InternalError, invalidField, ServiceError } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { CounterEntity } from '../../platform/paging/counter-entity.ts'
import { assertRevision } from '../../platform/revision.ts'
import { decryptSecret, encryptSecret } from '../../platform/secrets/secrets.ts'
import { refusals, retryConflict, transact } from '../../platform/table/transact.ts'
import { assertDestination } from './destination.ts'
import { sealHeaders } from './headers.ts'
import {
  SUBSCRIPTION_ENTITIES,
  type SubscriptionChange,
  subscriptionsToChange,
  subscriptionWrites,
  updateSubscriptions,
} from './subscriptions.ts'
import { phoneNumberIdsOf } from './view-webhooks.ts'
import {
  DeletedWebhookEntity,
  findWebhook,
  findWebhookWithLog,
  getWebhook,
  listWebhooks,
  WebhookEntity,
  type WebhookItem,
} from './webhook-entity.ts'

const SECRET_BYTES = 24

/** Returns a new signing secret: `whsec_` and the base64 of 24 random bytes, as Standard Webhooks defines it. */
function newSigningSecret(): string {
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
  now: EpochMs,
  id: string,
): Promise<{ webhook: WebhookItem; secret: string }> {
  const { organizationId, userId } = owner
  const existing = await findWebhook(organizationId, id)
  if (!existing) {
    if (await findWebhookWithLog(organizationId, id))
      throw new ServiceError('conflict', 'The webhook of this request was deleted. Send a new request.')
    await assertDestination(organizationId, input.url)
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
    const isWritten = await transact(
      { webhooks: WebhookEntity, counters: CounterEntity, ...SUBSCRIPTION_ENTITIES },
      ({ webhooks, counters, ...entities }) => [
        webhooks.create(webhook).commit(),
        revisionWrite(counters, organizationId, revision),
        ...subscriptionWrites(entities, webhook, changes),
      ],
    )
    const exists = isWritten || (await findWebhook(organizationId, id))
    return exists ? true : undefined
  })
}

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
  { name, url: sent, events, numbers, headers }: WebhookChange,
  { expected, now }: { readonly expected: number | undefined; readonly now: EpochMs },
): Promise<WebhookItem> {
  const webhook = await getWebhook(organizationId, id)
  assertRevision(expected, webhook.revision ?? 0, 'webhook')
  const url = sent === undefined ? undefined : unmaskedUrl(sent, webhook.url)
  if (sent !== undefined && url === undefined)
    throw invalidField('url', 'has masked parts that are not stored; send the whole URL')
  if (url !== undefined && url !== webhook.url) await assertDestination(organizationId, url)
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
  return await refusals({ webhooks: WebhookEntity, counters: CounterEntity, ...SUBSCRIPTION_ENTITIES }, (entities) => [
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
    ...(moved ? [revisionWrite(entities.counters, organizationId, subscriptionRevision)] : []),
    ...subscriptionWrites(entities, webhook, moved ?? []),
  ])
}

/**
 * Disables a webhook at the request of a user, with immediate effect. Its deliveries are stored as failed and can be
 * replayed. A webhook that is already disabled keeps its time and reason. Throws 404 for an unknown or foreign webhook.
 */
export async function disableWebhook(organizationId: string, id: string, now: EpochMs): Promise<WebhookItem> {
  await getWebhook(organizationId, id)
  const written = await WebhookEntity.patch({ organizationId, id })
    .set({ enabled: false, disabledAt: now, disabledReason: 'manual' })
    .where(({ enabled }, { eq }) => eq(enabled, true))
    .go({ returnOnConditionCheckFailure: true })
  if (!written.rejected) log('webhook.disabled', { organizationId, webhookId: id, reason: 'manual' })
  return await getWebhook(organizationId, id)
}

/**
 * Enables a disabled webhook. Attempts that began before `now` do not count towards disabling it again. An enabled
 * webhook stays unchanged. Throws 404 for an unknown or foreign webhook.
 */
export async function enableWebhook(organizationId: string, id: string, now: EpochMs): Promise<WebhookItem> {
  const { disabledReason } = await getWebhook(organizationId, id)
  const written = await WebhookEntity.patch({ organizationId, id })
    .set({
      enabled: true,
      enabledAt: now,
      ...(disabledReason === 'consecutive_failures' && { noticeKind: 'enabled', noticeAt: now }),
    })
    .remove(['disabledAt', 'disabledReason'])
    .where(({ enabled }, { eq }) => eq(enabled, false))
    .go({ returnOnConditionCheckFailure: true })
  if (!written.rejected) log('webhook.enabled', { organizationId, webhookId: id })
  return await getWebhook(organizationId, id)
}

/**
 * Deletes a webhook. Nothing more is sent to it, waiting retries included. A `DeletedWebhookEntity` remains as long as
 * its deliveries, so that they can be read. Routing to it has no effective webhook any more. Throws 404 for an unknown
 * or foreign webhook.
 */
export async function deleteWebhook(organizationId: string, id: string, now: EpochMs): Promise<undefined> {
  const webhook = { ...(await getWebhook(organizationId, id)), deletedAt: now }
  await detach(webhook)
  const tombstone = { ...webhook, enabled: false, expiresAt: expiryAfter(now, MAX_DELIVERY_DAYS) }
  await transact(
    { webhooks: WebhookEntity, deleted: DeletedWebhookEntity, counters: CounterEntity },
    ({ webhooks, deleted, counters }) => [
      webhooks.remove({ organizationId, id }).commit(),
      deleted.create(tombstone).commit(),
      counters.update({ organizationId, noun: SUBSCRIPTION_REVISION }).add({ count: 1 }).commit(),
    ],
  )
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

/**
 * Replaces a webhook's signing secret by `secret`, or by a random one, and returns it. A repeat with the same
 * `requestId` returns the same secret. The old secret expires at once, also for waiting retries (spec, Authentication
 * 5). Throws 404 for an unknown or foreign webhook, and 409 if the secret was rotated concurrently.
 */
export async function rotateSecret(
  organizationId: string,
  id: string,
  now: EpochMs,
  requestId: string = newId(),
  secret: string = newSigningSecret(),
): Promise<string> {
  const webhook = await getWebhook(organizationId, id)
  if (webhook.rotationId === requestId) return await decryptSecret('webhook-signing', organizationId, webhook.secret)
  const encrypted = await encryptSecret('webhook-signing', organizationId, secret)
  const written = await WebhookEntity.patch({ organizationId, id })
    .set({ secret: encrypted, secretSince: now, rotationId: requestId })
    .where((stored, { eq }) => eq(stored.secret, webhook.secret))
    .go({ returnOnConditionCheckFailure: true })
  if (written.rejected)
    throw new ServiceError('conflict', 'The secret was rotated concurrently. Reveal the current secret.')
  log('webhook.secret_rotated', { organizationId, webhookId: id })
  return secret
}

/** Returns the signing secret of a webhook. Throws 404 for an unknown or foreign one. */
export async function revealSecret(organizationId: string, id: string, userId: string): Promise<string> {
  const webhook = await getWebhook(organizationId, id)
  log('webhook.secret_revealed', { organizationId, webhookId: id, userId })
  return await decryptSecret('webhook-signing', organizationId, webhook.secret)
}
