import { listWebhooks, WebhookEntity } from '../../deliveries/webhooks/webhook-entity.ts'
import { expiryAfter } from '../../platform/clock.ts'
import { log } from '../../platform/log/log.ts'
import { transact } from '../../platform/table/transact.ts'
import { endApiKey, listApiKeyItems } from '../api-keys/api-keys.ts'
import { deleteGatewayKey } from '../api-keys/gateway-keys.ts'
import { UserEntity } from '../users/user-entity.ts'
import { isActiveAdmin, isAdmin, MembershipEntity, type MembershipItem } from './membership-entity.ts'

/** Ends access. Returns false if the user or `admin`, who stays, was changed concurrently. */
export async function endMembership(
  { organizationId, userId }: MembershipItem,
  admin: MembershipItem | undefined,
  now: number,
): Promise<boolean> {
  const { data: user } = await UserEntity.get({ id: userId }).go({ consistent: true })
  const ended = await transact({ users: UserEntity, memberships: MembershipEntity }, ({ users, memberships }) => [
    memberships
      .patch({ organizationId, userId })
      .set({ removedAt: now })
      .where(({ removedAt }, { notExists }) => notExists(removedAt))
      .commit(),
    // Two admins who remove each other must not leave the organisation without an admin.
    ...(admin ? [memberships.check({ organizationId, userId: admin.userId }).where(isActiveAdmin).commit()] : []),
    ...(user
      ? [
          users
            .patch({ id: userId })
            .set({ organizationIds: user.organizationIds.filter((id) => id !== organizationId) })
            .where(({ organizationIds }, { eq }) => eq(organizationIds, user.organizationIds))
            .commit(),
        ]
      : []),
  ])
  if (ended) log('member.removed', { organizationId, userId })
  return ended
}

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
    await transact({ webhooks: WebhookEntity }, ({ webhooks }) => [
      webhooks
        .patch({ organizationId, id })
        .set({ userId: newOwnerId })
        .where((webhook, { eq }) => eq(webhook.userId, userId))
        .commit(),
    ])
  }
}

/**
 * Returns who receives the webhooks of a removed member: `removedBy`, or the longest-standing admin. Only an admin who
 * was a member together with the removed one can be the heir. `others` are the current members, longest-standing first.
 */
export function heirOf(
  { removedAt = Number.POSITIVE_INFINITY }: Pick<MembershipItem, 'removedAt'>,
  others: readonly MembershipItem[],
  removedBy: string | undefined,
): MembershipItem | undefined {
  const admins = others.filter((each) => isAdmin(each) && each.joinedAt <= removedAt)
  return admins.find(({ userId }) => userId === removedBy) ?? admins[0]
}
