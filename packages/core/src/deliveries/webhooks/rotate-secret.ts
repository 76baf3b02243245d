import { newId } from '../../platform/clock.ts'
import { ServiceError } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { decryptSecret, encryptSecret } from '../../platform/secrets/secrets.ts'
import { DeliveryEntity } from '../delivery-entity.ts'
import { allShards } from '../shards.ts'
import { newSigningSecret } from './create-webhook.ts'
import { getWebhook } from './get-webhook.ts'
import { WebhookEntity, type WebhookItem } from './webhook-entity.ts'

/**
 * Replaces a webhook's signing secret by `secret`, or by a random one, and returns it. A repeat with the same `requestId` returns the same
 * secret. The old secret expires at once, also for waiting retries (spec, Authentication 5). `now` in milliseconds.
 * Throws 404 for an unknown or foreign webhook, and 409 if the secret was rotated concurrently.
 */
export async function rotateSecret(
  organizationId: string,
  id: string,
  now: number,
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

/** The latest deliveries of each shard that are read. */
const LATEST = 20

/** Returns when the latest attempt before `until` began (milliseconds), or undefined if none is known. */
export async function lastAttemptBefore(webhook: WebhookItem, until: number): Promise<number | undefined> {
  const latest = await Promise.all(
    allShards(webhook).map((shard) =>
      DeliveryEntity.query.byId({ webhookId: webhook.id, shard }).go({ order: 'desc', limit: LATEST }),
    ),
  )
  const times = latest.flatMap(({ data }) => data.flatMap(({ attempts = [] }) => attempts.map(({ at }) => at)))
  const before = times.filter((at) => at < until)
  return before.length === 0 ? undefined : Math.max(...before)
}

/** Returns the signing secret of a webhook. Throws 404 for an unknown or foreign one. */
export async function revealSecret(organizationId: string, id: string, userId: string): Promise<string> {
  const webhook = await getWebhook(organizationId, id)
  log('webhook.secret_revealed', { organizationId, webhookId: id, userId })
  return await decryptSecret('webhook-signing', organizationId, webhook.secret)
}
