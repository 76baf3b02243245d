import {
  INVITATION_DAYS,
  type InvitedMember,
  MOST_INVITATIONS_PER_DAY,
  MOST_MEMBERS,
} from '@replywright/contract/dashboard/members.ts'
import type { Invitation, OrganizationSummary } from '@replywright/contract/dashboard/session.ts'
import type { Role } from '@replywright/contract/roles.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import type * as v from 'valibot'
import { recordChange } from '../../platform/audit/audit-log.ts'
import { expiryAfter, isoTime } from '../../platform/clock.ts'
import { notFound, RateLimitError, ServiceError } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { DailyCountEntity, dayOf, isBelow, quotaUsedUp } from '../../platform/quotas/daily-count-entity.ts'
import { type Caller, type Origin, placeOf } from '../../platform/request.ts'
import { settings } from '../../platform/settings.ts'
import { CONFLICT_TRIES, refusals, retryConflict } from '../../platform/table/transact.ts'
import { hasAdminRights } from '../authenticate.ts'
import { getMember } from '../members/members.ts'
import { joinOrganization, listMemberships } from '../members/membership-entity.ts'
import { invitationMail, sendMail } from '../notices/mails.ts'
import { OrganizationEntity } from '../organizations/organizations.ts'
import { callerErrorOf } from '../sessions/user-pool.ts'
import { UserEntity } from '../users/user-entity.ts'
import { addPoolUser, findUser } from '../users/users.ts'
import {
  findInvitation,
  InvitationEntity,
  type InvitationItem,
  invitationId,
  listInvitations,
  listInvitationsOf,
} from './invitation-entity.ts'

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
  now: EpochMs,
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
export async function inviteAgain(caller: Caller, id: string, now: EpochMs): Promise<InvitedMember> {
  const { organizationId } = caller
  const invitation = await findInvitation(organizationId, id, now)
  if (invitation) return await inviteMember(caller, invitation, now)
  const { user, role } = await getMember(organizationId, id)
  if (user?.invitedAt === undefined)
    throw new ServiceError('conflict', 'The member has already signed in, so an invitation has no effect.')
  await spendInvitation(organizationId, now)
  await ensureAccount(user.email, now)
  return invitedMember({ id, email: user.email, role, expiresAt: expiryAfter(now, INVITATION_DAYS) })
}

function assertMayJoin(membership: { readonly removedAt?: EpochMs; readonly settledAt?: EpochMs } | undefined): void {
  if (membership && membership.removedAt === undefined)
    throw new ServiceError('conflict', 'email: is a member already. Change the role in the list of members.')
  if (membership && membership.settledAt === undefined)
    throw new ServiceError('conflict', 'The removal of this member is incomplete. Remove the member again first.')
}

/** Stores an invitation and counts it. Returns false if the address was invited within the last minute. */
async function store(invitation: InvitationItem, now: EpochMs): Promise<boolean> {
  const { organizationId, id, role, invitedBy } = invitation
  const entities = { invitations: InvitationEntity, counts: DailyCountEntity }
  const { day, expiresAt } = dayOf(now)
  const [refused] = await refusals(entities, ({ invitations, counts }) => [
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
  if (refused === undefined) return true
  if (refused === 1) throw noInvitationsLeft(now)
  await InvitationEntity.patch({ organizationId, id })
    .set({ role, invitedBy })
    .go({ returnOnConditionCheckFailure: true })
  return false
}

async function spendInvitation(organizationId: string, now: EpochMs): Promise<void> {
  const { day, expiresAt } = dayOf(now)
  const { rejected } = await DailyCountEntity.update({ quota: 'invitations', subject: organizationId, day })
    .add({ count: 1 })
    .set({ expiresAt })
    .where(isBelow(MOST_INVITATIONS_PER_DAY))
    .go({ returnOnConditionCheckFailure: true })
  if (rejected) throw noInvitationsLeft(now)
}

function noInvitationsLeft(now: EpochMs): RateLimitError {
  return quotaUsedUp(
    `The organisation has sent ${MOST_INVITATIONS_PER_DAY} invitations today, which is the limit. Continue after midnight UTC.`,
    now,
  )
}

/** Sends the invitation, then ensures the account, whose temporary password Cognito mails. */
async function notify({ organizationId, email, role }: InvitationItem, invitedBy: string, now: EpochMs): Promise<void> {
  const from = settings.MAIL_FROM
  if (from) {
    const { data } = await OrganizationEntity.get({ id: organizationId }).go()
    const facts = { organizationName: data?.name ?? '', invitedBy, role }
    await sendMail(from, email, invitationMail(facts, settings.DASHBOARD_URL))
  }
  await ensureAccount(email, now)
}

async function ensureAccount(email: string, now: EpochMs): Promise<void> {
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

/** Withdraws a pending invitation. @throws ServiceError 404 if there is none */
export async function withdrawInvitation({ organizationId }: Caller, id: string, now: EpochMs): Promise<undefined> {
  if (!(await findInvitation(organizationId, id, now))) throw notFound('invitation')
  await InvitationEntity.delete({ organizationId, id }).go()
  log('invitation.withdrawn', { organizationId, invitationId: id })
}

interface Acceptance {
  readonly origin: Origin
  /** Called with the organisation before the caller joins it. A repeat calls it again. */
  readonly beforeJoining: (organizationId: string) => Promise<void>
}

/**
 * Makes the caller a member of the organisation that invited their address, and returns it.
 * @throws ServiceError 404 if the invitation is not pending or its inviter is no admin any more, 409 if the organisation is full or a removal is incomplete
 */
export async function acceptInvitation(
  caller: Caller,
  id: string,
  { origin, beforeJoining }: Acceptance,
  now: EpochMs,
): Promise<v.InferOutput<typeof OrganizationSummary>> {
  const invitation = await getOwnInvitation(caller, id, now)
  const { organizationId } = invitation
  const { data: organization } = await OrganizationEntity.get({ id: organizationId }).go()
  if (!organization) throw notFound('invitation')
  await recordChange(answer(caller, organizationId, 'accept', origin), async () => {
    const memberships = await listMemberships(organizationId)
    const own = memberships.find(({ userId }) => userId === caller.userId)
    if (own?.removedAt !== undefined && own.settledAt === undefined)
      throw new ServiceError(
        'conflict',
        'Your removal from this organisation is incomplete. Ask an admin to repeat it.',
      )
    if (memberships.filter(({ removedAt }) => removedAt === undefined).length >= MOST_MEMBERS)
      throw new ServiceError('conflict', `The organisation has ${MOST_MEMBERS} members, which is the limit.`)
    await beforeJoining(organizationId)
    await join(invitation, caller.userId, now)
  })
  log('invitation.accepted', { organizationId, userId: caller.userId })
  return { id: organizationId, name: organization.name, isPersonal: organization.isPersonal }
}

/** Joins with the role of the invitation, which an admin may change meanwhile. @throws ServiceError 404 as above */
async function join(invitation: InvitationItem, userId: string, now: EpochMs): Promise<void> {
  const { organizationId, id, email } = invitation
  let current: InvitationItem | null = invitation
  await retryConflict(CONFLICT_TRIES, 'The invitation was changed concurrently. Try again.', async () => {
    if (!current || !(await hasAdminRights(organizationId, current.invitedBy))) throw notFound('invitation')
    const user = { id: userId, email }
    if (await joinOrganization({ organizationId, user, role: current.role, invitation: current }, now)) return true
    current = await findInvitation(organizationId, id, now)
    return undefined
  })
}

/** Deletes an invitation of the caller. */
export async function declineInvitation(caller: Caller, id: string, origin: Origin, now: EpochMs): Promise<undefined> {
  const { organizationId } = await getOwnInvitation(caller, id, now)
  await recordChange(answer(caller, organizationId, 'decline', origin), async () => {
    await InvitationEntity.delete({ organizationId, id }).go()
  })
  log('invitation.declined', { organizationId, userId: caller.userId })
}

/** An address has at most one invitation of each organisation, so its list is short. */
async function getOwnInvitation({ email = '' }: Caller, id: string, now: EpochMs): Promise<InvitationItem> {
  const listed = (await listInvitationsOf(email, now)).find((each) => each.id === id)
  const invitation = listed && (await findInvitation(listed.organizationId, id, now))
  if (!invitation) throw notFound('invitation')
  return invitation
}

/** The entry belongs to the organisation that invited the user. */
function answer({ userId, email = '' }: Caller, organizationId: string, action: 'accept' | 'decline', origin: Origin) {
  const object = { object: 'member', objectId: userId, objectName: email } as const
  return [{ organizationId, userId, email, action, ...object, ...placeOf(origin) }]
}

/** Returns the pending invitations of an address as its user sees them. */
export async function viewInvitations(email: string, now: EpochMs): Promise<Invitation[]> {
  const invitations = await listInvitationsOf(email, now)
  if (invitations.length === 0) return []
  const [{ data: organizations }, { data: users }] = await Promise.all([
    OrganizationEntity.get(invitations.map(({ organizationId }) => ({ id: organizationId }))).go(),
    UserEntity.get(invitations.map(({ invitedBy }) => ({ id: invitedBy }))).go(),
  ])
  const names = new Map(organizations.map(({ id, name }) => [id, name]))
  const inviters = new Map(users.map((user) => [user.id, user.name || user.email]))
  return invitations.flatMap(({ id, organizationId, role, invitedBy, expiresAt }) => {
    const organizationName = names.get(organizationId)
    if (organizationName === undefined) return []
    const facts = { id, organizationId, organizationName, role, invitedBy: inviters.get(invitedBy) ?? '' }
    return [{ ...facts, expiresAt: isoTime(expiresAt * 1000) }]
  })
}
