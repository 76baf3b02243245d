import { listWebhooks, WebhookEntity } from '../../deliveries/webhooks/webhook-entity.ts'
import { recordChange } from '../../platform/audit/audit-log.ts'
import { type Clock, expiryAfter } from '../../platform/clock.ts'
import { notFound, ServiceError } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { CONFLICT_TRIES, retryConflict, transact } from '../../platform/table/transact.ts'
import { endApiKey, listApiKeyItems } from '../api-keys/api-keys.ts'
import { deleteGatewayKey } from '../api-keys/gateway-keys.ts'
import { UserEntity } from '../users/user-entity.ts'
import { findUser, removeFromGroup, signOutEverywhere } from '../users/users.ts'
import { isActiveAdmin, isAdmin, listMemberships, MembershipEntity, type MembershipItem } from './membership-entity.ts'

interface Removal {
  readonly organizationId: string
  readonly userId: string
  /**
   * The admin who removes the user and receives their webhooks. @default the longest-standing other admin receives them
   */
  readonly removedBy?: string
  /** Whether the organisation may be left without members. */
  readonly mayBeLast: boolean
}

/**
 * Removes a user from an organisation. Ends the membership first, which ends access by token and API key within 15
 * seconds, then revokes their API keys and transfers their webhooks to an admin who was a member with them. The user
 * stays signed in to other organisations. Can be repeated until it is complete.
 * @throws ServiceError 404 if the user was never a member, 409 for the last admin, 403 if `removedBy` is not an admin
 */
export async function removeMember(removal: Removal, now: number): Promise<undefined> {
  const { organizationId, userId, removedBy, mayBeLast } = removal
  await retryConflict(CONFLICT_TRIES, 'The members were changed concurrently. Try again.', async () => {
    const memberships = await listMemberships(organizationId)
    const membership = memberships.find((each) => each.userId === userId)
    if (!membership) throw notFound('member')
    const others = memberships.filter((each) => each.userId !== userId && each.removedAt === undefined)
    const heir = heirOf(membership, others, removedBy)
    if (
      removedBy !== undefined &&
      removedBy !== userId &&
      !others.some((each) => each.userId === removedBy && isAdmin(each))
    )
      throw new ServiceError('permission_denied', 'You are no longer an admin of this organisation.')
    if (membership.removedAt === undefined) {
      if (!heir && !(mayBeLast && others.length === 0))
        throw new ServiceError(
          'conflict',
          'The last admin of an organisation cannot be removed. Make another member admin first.',
        )
      if (!(await endMembership(membership, heir, now))) return undefined
    }
    await completeRemoval(membership, heir?.userId, now)
    return true
  })
  return undefined
}

/** Ends access. Returns false if the user or `admin`, who stays, was changed concurrently. */
async function endMembership(
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

/**
 * Removes a user from an organisation, or from all organisations and the operators if `organizationId` is undefined.
 * Can be repeated until it is complete. Returns the organisations. The audit log of each has its removal; the caller
 * records one from a given organisation.
 * @throws ServiceError 404 if the user does not exist or was never a member of the organisation
 */
export async function removeUser(email: string, organizationId: string | undefined, clock: Clock): Promise<string[]> {
  const user = await findUser({ email })
  if (!user && organizationId !== undefined) throw notFound('user', 'email address')
  if (organizationId === undefined) {
    await removeFromGroup(email, 'operators')
    await signOutEverywhere(email, clock)
  }
  if (!user) return []
  const organizationIds = organizationId === undefined ? await organizationsOf(user) : [organizationId]
  for (const id of organizationIds) {
    const change = {
      organizationId: id,
      action: 'remove',
      object: 'member',
      objectId: user.id,
      objectName: email,
    } as const
    await recordChange(organizationId === undefined ? [change] : [], () =>
      removeMember({ organizationId: id, userId: user.id, mayBeLast: true }, clock()),
    )
  }
  return organizationIds
}

/** Returns the user's organisations, including those with an incomplete removal. */
async function organizationsOf({ id, organizationIds }: { id: string; organizationIds: readonly string[] }) {
  const { data } = await MembershipEntity.query.byUser({ userId: id }).go({ pages: 'all' })
  const incomplete = data.filter(({ removedAt, settledAt }) => removedAt !== undefined && settledAt === undefined)
  return [...new Set([...organizationIds, ...incomplete.map(({ organizationId }) => organizationId)])]
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
