import type { EpochMs } from '@replywright/contract/time.ts'
import { listWebhooks, WebhookEntity } from '../../deliveries/webhooks/webhook-entity.ts'
import { expiryAfter } from '../../platform/clock.ts'
import { log } from '../../platform/log/log.ts'
import { transact } from '../../platform/table/transact.ts'
import { revokeApiKeysOf } from '../api-keys/api-keys.ts'
import { deleteInvitationOf, deleteInvitationsBy } from '../invitations/invitation-entity.ts'
import { UserEntity } from '../users/user-entity.ts'
import { isActiveAdmin, isAdmin, MembershipEntity, type MembershipItem } from './membership-entity.ts'

/** Ends access. Returns false if the user or `admin`, who stays, was changed concurrently. */
export async function endMembership(
  { organizationId, userId }: MembershipItem,
  admin: MembershipItem | undefined,
  now: EpochMs,
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

/**
 * Revokes the user's API keys of the organisation, deletes the invitations that they sent and that of their own address,
 * and gives their webhooks to `newOwnerId`. Idempotent.
 */
export async function completeRemoval(
  membership: MembershipItem,
  newOwnerId: string | undefined,
  now: EpochMs,
): Promise<void> {
  const { organizationId, userId, removedAt = now } = membership
  await revokeApiKeysOf({ organizationId, userId, since: removedAt }, now)
  await deleteInvitationsBy(organizationId, userId)
  const { data: user } = await UserEntity.get({ id: userId }).go()
  if (user) await deleteInvitationOf(user.email, organizationId, removedAt)
  if (newOwnerId !== undefined) await transferWebhooks(organizationId, userId, newOwnerId)
  await MembershipEntity.patch({ organizationId, userId })
    .set({ settledAt: now, expiresAt: expiryAfter(now, REPEATABLE_DAYS) })
    .where(({ removedAt }, { exists }) => exists(removedAt))
    .go({ returnOnConditionCheckFailure: true })
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
