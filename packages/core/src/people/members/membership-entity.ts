import { ROLES, type Role } from '@replywright/contract/roles.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import type { EntityItem } from 'electrodb'
import { log } from '../../platform/log/log.ts'
import { entity, key } from '../../platform/table/entity.ts'
import { expiresAtAttribute } from '../../platform/table/table.ts'
import { transact } from '../../platform/table/transact.ts'
import { InvitationEntity, type InvitationItem, invitationId } from '../invitations/invitation-entity.ts'
import { UserEntity } from '../users/user-entity.ts'

/**
 * The membership of a user in an organisation, which their API keys require. Access: one, or all of an organisation;
 * all of a user by the index. Kept without expiry; after a removal for 30 days, so that an interrupted removal can be
 * completed.
 */
export const MembershipEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'membership', version: '1' },
  attributes: {
    organizationId: { type: 'string', required: true, readOnly: true },
    userId: { type: 'string', required: true, readOnly: true },
    joinedAt: { type: 'number', required: true },
    /** Absent for an admin who joined before there were roles. */
    role: { type: ROLES },
    /** Whether the member has no account: the first one of an organisation that operators created, who owns API keys. */
    isWithoutAccount: { type: 'boolean' },
    /** Whether they get mails about monthly limits. */
    wantsUsageMail: { type: 'boolean' },
    /** Whether they get mails about customers who wait for a person. */
    wantsWaitingMail: { type: 'boolean' },
    /** Whether they get mails about customers who have waited for a reply for 15 minutes. */
    wantsLongWaitMail: { type: 'boolean' },
    /** The hour (since the epoch) of the last of these mails, and their number in it. */
    waitingMailHour: { type: 'number' },
    waitingMails: { type: 'number' },
    /** The last of these mails: its conversation, its time in units of `SAME_MILLISECONDS` (`waiting-mails.ts`), and an id. */
    waitingMail: { type: 'string' },
    /** Present after the user was removed. */
    removedAt: { type: 'number' },
    /** Present after the removal is complete: API keys revoked, webhooks transferred. */
    settledAt: { type: 'number' },
    expiresAt: expiresAtAttribute,
  },
  indexes: {
    byOrganization: { pk: key('pk', 'o#${organizationId}#members'), sk: key('sk', 'member#${userId}') },
    byUser: { index: 'gsi1', pk: key('gsi1pk', 'u#${userId}#memberships'), sk: key('gsi1sk', '${organizationId}') },
  },
}))
export type MembershipItem = EntityItem<typeof MembershipEntity>

/** Returns the role of a membership. */
export function roleOf({ role = 'admin' }: Pick<MembershipItem, 'role'>): Role {
  return role
}

/** Returns whether a member is an admin who can sign in. */
export function isAdmin(membership: Pick<MembershipItem, 'role' | 'isWithoutAccount'>): boolean {
  return roleOf(membership) === 'admin' && !membership.isWithoutAccount
}

/** A condition: the membership of an admin who can sign in and was not removed. */
export const isActiveAdmin: Parameters<ReturnType<typeof MembershipEntity.remove>['where']>[0] = (
  { joinedAt, removedAt, role, isWithoutAccount },
  { exists, notExists, eq },
) =>
  `${exists(joinedAt)} AND ${notExists(removedAt)} AND ${notExists(isWithoutAccount)} AND (${notExists(role)} OR ${eq(role, 'admin')})`

/** Returns the membership of a user, or null if they are not a member. Reads consistently. */
export async function findMembership(organizationId: string, userId: string): Promise<MembershipItem | null> {
  const { data } = await MembershipEntity.get({ organizationId, userId }).go({ consistent: true })
  return data?.removedAt === undefined ? data : null
}

/** Returns whether a user is a member of an organisation. Reads consistently. */
export async function isMember(organizationId: string, userId: string): Promise<boolean> {
  return (await findMembership(organizationId, userId)) !== null
}

/** Lists the memberships of an organisation, longest-standing first. Includes removed members until they expire. */
export async function listMemberships(organizationId: string): Promise<MembershipItem[]> {
  const { data } = await MembershipEntity.query
    .byOrganization({ organizationId })
    .go({ pages: 'all', consistent: true })
  return data.toSorted((a, b) => a.joinedAt - b.joinedAt)
}

/** Adds a user to organisations of which they were never a member. */
export async function ensureMemberships(
  userId: string,
  organizationIds: readonly string[],
  role: Role,
  joinedAt: EpochMs,
): Promise<void> {
  await Promise.all(
    organizationIds.map((organizationId) =>
      MembershipEntity.create({ organizationId, userId, joinedAt, role }).go({ returnOnConditionCheckFailure: true }),
    ),
  )
}

interface Joining {
  readonly organizationId: string
  readonly user: { readonly id: string; readonly email: string }
  readonly role: Role
  /**
   * The invitation that the user accepts: it must be pending with this role, and its inviter must be an admin still.
   * `unneeded`: an operator adds the user, whose invitation ends, so that it has no effect after a later removal.
   * @default there can be none, because the organisation has no other members
   */
  readonly invitation?: Pick<InvitationItem, 'invitedBy' | 'invitedAt'> | 'unneeded'
}

/**
 * Makes a user a member, and ends their invitation. Has no other effect on a member. Returns false if the accepted
 * invitation is no longer valid.
 */
export async function joinOrganization(
  { organizationId, user, role, invitation }: Joining,
  now: EpochMs,
): Promise<boolean> {
  const { id: userId, email } = user
  const pending = { organizationId, id: invitationId(organizationId, email) }
  const isWritten = await transact(
    { users: UserEntity, memberships: MembershipEntity, invitations: InvitationEntity },
    ({ users, memberships, invitations }) => [
      users
        .patch({ id: userId })
        .append({ organizationIds: [organizationId] })
        .where(({ organizationIds }, { notContains }) => notContains(organizationIds, organizationId))
        .commit(),
      memberships.put({ organizationId, userId, joinedAt: now, role }).commit(),
      ...(invitation === 'unneeded' ? [invitations.delete(pending).commit()] : []),
      ...(invitation === undefined || invitation === 'unneeded'
        ? []
        : [
            invitations
              .delete(pending)
              .where((stored, { eq }) =>
                [
                  eq(stored.invitedAt, invitation.invitedAt),
                  eq(stored.invitedBy, invitation.invitedBy),
                  eq(stored.role, role),
                ].join(' AND '),
              )
              .commit(),
            // The rights of a demoted or removed inviter end, also for those whom they invited.
            memberships.check({ organizationId, userId: invitation.invitedBy }).where(isActiveAdmin).commit(),
          ]),
    ],
  )
  if (isWritten) {
    log('member.added', { organizationId, userId, role })
    return true
  }
  if (!(await findMembership(organizationId, userId))) return false
  if (invitation !== undefined) await InvitationEntity.delete(pending).go()
  return true
}
