import {
  INVITATION_DAYS,
  type InvitedMember,
  MOST_INVITATIONS_PER_DAY,
  MOST_MEMBERS,
} from '@messaging/contract/dashboard/members.ts'
import type { Role } from '@messaging/contract/roles.ts'
import { createWriteTransaction } from 'electrodb'
import type { Caller } from '../../platform/caller.ts'
import { expiryAfter, isoTime } from '../../platform/clock.ts'
import { RateLimitError, ServiceError } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { DailyCountEntity, dayOf, isBelow, quotaUsedUp } from '../../platform/quotas/daily-count-entity.ts'
import { settings } from '../../platform/settings.ts'
import { refusals } from '../../platform/table/transact.ts'
import { findMember } from '../members/find-member.ts'
import { listMemberships } from '../members/membership-entity.ts'
import { sendMail } from '../notices/send-mail.ts'
import { OrganizationEntity } from '../organizations/organization-entity.ts'
import { callerErrorOf } from '../sessions/pool-errors.ts'
import { findUser } from '../users/find-user.ts'
import { addPoolUser } from '../users/pool-users.ts'
import {
  findInvitation,
  InvitationEntity,
  type InvitationItem,
  invitationId,
  listInvitations,
} from './invitation-entity.ts'
import { invitationMail } from './invitation-mail.ts'

/** A repeat within this time changes the role, but sends no mail. */
const BETWEEN_MAILS_MILLISECONDS = 60_000

/**
 * Invites an address to an organisation, or renews its invitation. Ensures that the address has an account. The result
 * is the same for an address with and without an account.
 * @throws ServiceError 409 for a member, during a removal, or if the organisation is full; RateLimitError above the
 * quota of the day
 */
export async function inviteMember(
  caller: Caller,
  { email, role }: { readonly email: string; readonly role: Role },
  now: number,
): Promise<InvitedMember> {
  const { organizationId } = caller
  const id = invitationId(organizationId, email)
  const [memberships, pending, known] = await Promise.all([
    listMemberships(organizationId),
    listInvitations(organizationId, now),
    findUser({ email }),
  ])
  assertMayJoin(memberships.find(({ userId }) => userId === known?.id))
  const places = memberships.filter(({ removedAt }) => removedAt === undefined).length
  if (places + pending.filter((each) => each.id !== id).length >= MOST_MEMBERS)
    throw new ServiceError(
      'conflict',
      `The organisation has ${MOST_MEMBERS} members and pending invitations, which is the limit. Remove one.`,
    )
  const invitedAt = now
  const invitation = {
    organizationId,
    id,
    email,
    role,
    invitedBy: caller.userId,
    invitedAt,
    expiresAt: expiryAfter(now, INVITATION_DAYS),
  }
  if (await store(invitation, now)) {
    await notify(invitation, caller.email ?? '', now).catch(async (error: unknown) => {
      // A repeated request sends the mail.
      await InvitationEntity.patch({ organizationId, id })
        .set({ invitedAt: now - BETWEEN_MAILS_MILLISECONDS })
        .go({ returnOnConditionCheckFailure: true })
      throw error
    })
    log('member.invited', { organizationId, invitationId: id })
  }
  return invitedMember(invitation)
}

/**
 * Renews an invitation. Sends the temporary password of a member who has never signed in again.
 * @throws ServiceError 404 if the user is not invited, 409 for a member who has signed in
 */
export async function inviteAgain(caller: Caller, id: string, now: number): Promise<InvitedMember> {
  const { organizationId } = caller
  const invitation = await findInvitation(organizationId, id, now)
  if (invitation) return await inviteMember(caller, invitation, now)
  const { user, role } = await findMember(organizationId, id)
  if (user?.invitedAt === undefined)
    throw new ServiceError('conflict', 'The member has already signed in, so an invitation has no effect.')
  await spendInvitation(organizationId, now)
  await ensureAccount(user.email, now)
  return invitedMember({ id, email: user.email, role, expiresAt: expiryAfter(now, INVITATION_DAYS) })
}

function assertMayJoin(membership: { readonly removedAt?: number; readonly settledAt?: number } | undefined): void {
  if (membership && membership.removedAt === undefined)
    throw new ServiceError('conflict', 'email: is a member already. Change the role in the list of members.')
  if (membership && membership.settledAt === undefined)
    throw new ServiceError('conflict', 'The removal of this member is incomplete. Remove the member again first.')
}

/** Stores an invitation and counts it. Returns false if the address was invited within the last minute. */
async function store(invitation: InvitationItem, now: number): Promise<boolean> {
  const { organizationId, id, role } = invitation
  const entities = { invitations: InvitationEntity, counts: DailyCountEntity }
  const { day, expiresAt } = dayOf(now)
  const transaction = createWriteTransaction(entities, ({ invitations, counts }) => [
    invitations
      .put(invitation)
      .where(
        ({ invitedAt }, { lte, notExists }) =>
          `${notExists(invitedAt)} OR ${lte(invitedAt, now - BETWEEN_MAILS_MILLISECONDS)}`,
      )
      .commit(),
    counts
      .update({ quota: 'invitations', subject: organizationId, day })
      .add({ count: 1 })
      .set({ expiresAt })
      .where(isBelow(MOST_INVITATIONS_PER_DAY))
      .commit(),
  ])
  const [refused] = await refusals(() => transaction.go())
  if (refused === undefined) return true
  if (refused === 1) throw noInvitationsLeft(now)
  await InvitationEntity.patch({ organizationId, id }).set({ role }).go({ returnOnConditionCheckFailure: true })
  return false
}

async function spendInvitation(organizationId: string, now: number): Promise<void> {
  const { day, expiresAt } = dayOf(now)
  const { rejected } = await DailyCountEntity.update({ quota: 'invitations', subject: organizationId, day })
    .add({ count: 1 })
    .set({ expiresAt })
    .where(isBelow(MOST_INVITATIONS_PER_DAY))
    .go({ returnOnConditionCheckFailure: true })
  if (rejected) throw noInvitationsLeft(now)
}

function noInvitationsLeft(now: number): RateLimitError {
  return quotaUsedUp(
    `The organisation has sent ${MOST_INVITATIONS_PER_DAY} invitations today, which is the limit. Continue after midnight UTC.`,
    now,
  )
}

/** Sends the invitation, then ensures the account, whose temporary password Cognito mails. */
async function notify({ organizationId, email, role }: InvitationItem, invitedBy: string, now: number): Promise<void> {
  const from = settings.MAIL_FROM
  if (from) {
    const { data } = await OrganizationEntity.get({ id: organizationId }).go()
    const facts = { organizationName: data?.name ?? '', invitedBy, role }
    await sendMail(from, email, invitationMail(facts, settings.DASHBOARD_URL))
  }
  await ensureAccount(email, now)
}

async function ensureAccount(email: string, now: number): Promise<void> {
  try {
    await addPoolUser({ email }, now)
  } catch (error) {
    const callerError = callerErrorOf(error)
    // Cognito limits the mails of an account. The response must not reveal that the account is new.
    if (!(callerError instanceof RateLimitError)) throw callerError
  }
}

function invitedMember({
  id,
  email,
  role,
  expiresAt,
}: Pick<InvitationItem, 'id' | 'email' | 'role' | 'expiresAt'>): InvitedMember {
  const isMailed = settings.MAIL_FROM !== undefined
  return { id, email, role, status: 'invited', expiresAt: isoTime(expiresAt * 1000), isMailed }
}
