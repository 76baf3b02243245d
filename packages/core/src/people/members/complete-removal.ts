import { createWriteTransaction } from 'electrodb'
import { listWebhooks } from '../../deliveries/webhooks/get-webhook.ts'
import { WebhookEntity } from '../../deliveries/webhooks/webhook-entity.ts'
import { expiryAfter } from '../../platform/clock.ts'
import { transact } from '../../platform/table/transact.ts'
import { deleteGatewayKey } from '../api-keys/gateway-key.ts'
import { listApiKeyItems } from '../api-keys/list-api-keys.ts'
import { endApiKey } from '../api-keys/revoke-api-key.ts'
import { MembershipEntity, type MembershipItem } from './membership-entity.ts'

/** Days for which a removal can be repeated. */
const REPEATABLE_DAYS = 30

/** Revokes the user's API keys of the organisation, gives their webhooks to `newOwnerId`. Idempotent. */
export async function completeRemoval(
  membership: MembershipItem,
  newOwnerId: string | undefined,
  now: number,
): Promise<void> {
  const { organizationId, userId } = membership
  await revokeApiKeys(membership, now)
  if (newOwnerId !== undefined) await transferWebhooks(organizationId, userId, newOwnerId)
  await MembershipEntity.patch({ organizationId, userId })
    .set({ settledAt: now, expiresAt: expiryAfter(now, REPEATABLE_DAYS) })
    .where(({ removedAt }, { exists }) => exists(removedAt))
    .go({ returnOnConditionCheckFailure: true })
}

/** Includes keys revoked after the removal: an earlier run may have failed to delete them from API Gateway. */
async function revokeApiKeys({ organizationId, userId, removedAt }: MembershipItem, now: number): Promise<void> {
  for (const key of await listApiKeyItems(organizationId)) {
    const wasRevokedBefore = key.revokedAt !== undefined && key.revokedAt < (removedAt ?? now)
    if (key.userId !== userId || wasRevokedBefore) continue
    await endApiKey(key, now)
    await deleteGatewayKey(key.gatewayKeyId)
  }
}

async function transferWebhooks(organizationId: string, userId: string, newOwnerId: string): Promise<void> {
  for (const { id } of (await listWebhooks(organizationId)).filter((webhook) => webhook.userId === userId)) {
    const transaction = createWriteTransaction({ webhooks: WebhookEntity }, ({ webhooks }) => [
      webhooks
        .patch({ organizationId, id })
        .set({ userId: newOwnerId })
        .where((webhook, { eq }) => eq(webhook.userId, userId))
        .commit(),
    ])
    await transact(() => transaction.go())
  }
}
