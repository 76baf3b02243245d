import { newId } from '../../platform/clock.ts'
import { ServiceError } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { decryptSecret, encryptSecret } from '../../platform/secrets/secrets.ts'
import { newSigningSecret } from './create-webhook.ts'
import { getWebhook } from './get-webhook.ts'
import { WebhookEntity } from './webhook-entity.ts'

/**
 * Replaces a webhook's signing secret and returns the new one. A repeat with the same `requestId` returns the same
 * secret. The old secret expires at once, also for waiting retries (spec, Authentication 5). `now` in milliseconds.
 * Throws 404 for an unknown or foreign webhook, and 409 if the secret was rotated concurrently.
 */
export async function rotateSecret(
  organizationId: string,
  id: string,
  now: number,
  requestId: string = newId(),
): Promise<string> {
  const webhook = await getWebhook(organizationId, id)
  if (webhook.rotationId === requestId) return await decryptSecret('webhook-signing', organizationId, webhook.secret)
  const secret = newSigningSecret()
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
