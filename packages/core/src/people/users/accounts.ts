import type { ProfileChange } from '@replywright/contract/dashboard/profile.ts'
import type { Me } from '@replywright/contract/dashboard/session.ts'
import type { Role } from '@replywright/contract/roles.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { recordChange } from '../../platform/audit/audit-log.ts'
import { type Clock, derivedId } from '../../platform/clock.ts'
import { notFound, ServiceError } from '../../platform/errors.ts'
import type { Caller } from '../../platform/request.ts'
import { settings } from '../../platform/settings.ts'
import { viewInvitations } from '../invitations/invitations.ts'
import { removeMember } from '../members/members.ts'
import { ensureMemberships, joinOrganization, listMemberships, MembershipEntity } from '../members/membership-entity.ts'
import { completeRemoval } from '../members/removal.ts'
import { ensureOrganization, OrganizationEntity, requireOrganization } from '../organizations/organizations.ts'
import { operatorAccess } from '../sessions/operator-access.ts'
import type { Identity } from './identity.ts'
import { personalOrganizationIds } from './personal-organizations.ts'
import { subjectAlias, UserAliasEntity, UserEntity, type UserItem } from './user-entity.ts'
import {
  addPoolUser,
  addToGroup,
  createUser,
  findBySubject,
  findUser,
  linkSubject,
  listGroup,
  listPoolUsers,
  removeFromGroup,
  signOutEverywhere,
} from './users.ts'

interface AddUserInput {
  readonly email: string
  /** The organisation of the user. @default a personal organisation, created at the first sign-in */
  readonly organizationId?: string
  /** The role of a new member of the organisation. */
  readonly role: Role
  readonly operator: boolean
}

/**
 * Creates an account for the dashboard and returns its subject. Cognito sends a temporary password by email to a new
 * account. Repeating the call completes what is missing.
 * @throws ServiceError 400 if the organisation does not exist, 409 if the user of the address has another account
 */
export async function addUser({ email, organizationId, role, operator }: AddUserInput, now: EpochMs): Promise<string> {
  if (organizationId !== undefined) await requireOrganization(organizationId)
  const subject = await addPoolUser({ email }, now)
  if (operator) await addToGroup(email, 'operators')
  if (organizationId === undefined) return subject
  const existing = await findUser({ email })
  const user = existing
    ? await join(existing, { organizationId, role }, subject, now)
    : await createUser(
        { id: derivedId('user', subject), email, subject, organizationIds: [organizationId], role, invitedAt: now },
        now,
      )
  if (user?.subject !== subject)
    throw new ServiceError('conflict', 'The user with this email address has another account.')
  return subject
}

/** Links the account to a user without one and adds the user to the organisation. Returns the user of the account. */
async function join(
  user: UserItem,
  membership: { readonly organizationId: string; readonly role: Role },
  subject: string,
  now: EpochMs,
): Promise<UserItem | null> {
  const linked = await linkSubject(user, subject)
  if (linked?.id === user.id) await addMember(user, membership, now)
  return linked
}

/** Adds a user to an organisation. Has no effect if they are a member. Completes an interrupted removal first. */
async function addMember(
  user: Pick<UserItem, 'id' | 'email'>,
  { organizationId, role }: { readonly organizationId: string; readonly role: Role },
  now: EpochMs,
): Promise<void> {
  const { id: userId } = user
  const { data: membership } = await MembershipEntity.get({ organizationId, userId }).go({ consistent: true })
  if (membership?.removedAt !== undefined && membership.settledAt === undefined)
    await completeRemoval(membership, undefined, now)
  if (!(await joinOrganization({ organizationId, user, role, invitation: 'unneeded' }, now)))
    await ensureMemberships(userId, [organizationId], role, now)
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

/** A user with an account in the user pool. */
export interface UserFacts {
  readonly email: string
  /** Cognito's status; `FORCE_CHANGE_PASSWORD` until the first sign-in. */
  readonly status: string
  readonly isOperator: boolean
  readonly createdAt: EpochMs
  /** Null until the first sign-in, or until the user is added to an organisation. */
  readonly id: string | null
  readonly organizationIds: readonly string[]
}

/** Lists all users with an account. For operators. */
export async function listUsers(): Promise<UserFacts[]> {
  const [accounts, operators] = await Promise.all([listPoolUsers(), listGroup('operators')])
  const { data: aliases } = await UserAliasEntity.get(
    accounts.map(({ subject }) => ({ alias: subjectAlias(subject) })),
  ).go()
  const { data: users } = await UserEntity.get(aliases.map(({ userId }) => ({ id: userId }))).go()
  const userIds = new Map(aliases.map(({ alias, userId }) => [alias, userId]))
  const byId = new Map(users.map((user) => [user.id, user]))
  return accounts
    .map(({ subject, ...account }) => {
      const user = byId.get(userIds.get(subjectAlias(subject)) ?? '')
      return {
        ...account,
        isOperator: operators.has(subject),
        id: user?.id ?? null,
        organizationIds: user?.organizationIds ?? [],
      }
    })
    .toSorted((a, b) => a.createdAt - b.createdAt)
}

/**
 * Returns the user who signed in. At the first sign-in, it is the user with the email address whom an operator created,
 * or a new user; each gets a personal organisation. The alias of the subject, or the end of the operator's invitation,
 * is written last and marks the completion.
 * @throws ServiceError 403 if the address is not verified, or if another account uses it
 */
export async function userAtSignIn(identity: Identity, now: EpochMs): Promise<UserItem> {
  const known = await findBySubject(identity.subject)
  if (known) return await welcomed(known, identity, now)
  const { subject, email, emailVerified } = identity
  if (!emailVerified || email === '')
    throw new ServiceError(
      'permission_denied',
      'The email address of this account is not verified. Ask an operator of the service.',
    )
  const existing = await findUser({ email })
  const organizationIds = [
    ...new Set([...(existing?.organizationIds ?? []), await personalOrganization(identity, now)]),
  ]
  const id = existing?.id ?? derivedId('user', subject)
  if (existing) await ensureMemberships(id, organizationIds, 'admin', now)
  else await createUser({ id, email, subject, organizationIds }, now)
  const user = existing ? await linkSubject({ id, organizationIds }, subject) : await findBySubject(subject)
  if (user) return user
  throw new ServiceError(
    'permission_denied',
    'Another account already uses this email address. Ask an operator of the service.',
  )
}

/** Ensures the personal organisation of a user who signs in for the first time, or has no organisation left. */
async function welcomed(user: UserItem, identity: Identity, now: EpochMs): Promise<UserItem> {
  if (user.invitedAt === undefined && user.organizationIds.length > 0) return user
  const [first, second] = personalOrganizationIds(identity.subject)
  const memberships = await listMemberships(first)
  const others = memberships.some(({ userId, removedAt }) => userId !== user.id && removedAt === undefined)
  // The user left the first one to others, who keep it.
  const organizationId = await personalOrganization(identity, now, others ? second : first)
  const left = others ? await listMemberships(organizationId) : memberships
  // An operator can remove a user from every organisation.
  if (!left.some(({ userId }) => userId === user.id))
    await joinOrganization({ organizationId, user, role: 'admin' }, now)
  if (user.invitedAt !== undefined) await UserEntity.patch({ id: user.id }).remove(['invitedAt']).go()
  return user
}

/** Creates the personal organisation of a user, with its sandbox number, and returns its id. Idempotent. */
async function personalOrganization(
  { subject, email }: Identity,
  now: EpochMs,
  id = personalOrganizationIds(subject)[0],
): Promise<string> {
  await ensureOrganization({ id, name: email, isPersonal: true }, now)
  return id
}

/**
 * Changes the name or the phone number of a user; omitted fields are unchanged, null removes the number. Several users
 * can enter the same number.
 */
export async function updateProfile(userId: string, { name, phoneNumber }: ProfileChange): Promise<void> {
  const removed = [
    ...(name === '' ? (['name'] as const) : []),
    ...(phoneNumber === null ? (['phoneNumber'] as const) : []),
  ]
  await UserEntity.patch({ id: userId })
    .set({ ...(name && { name }), ...(phoneNumber && { phoneNumber }) })
    .remove(removed)
    .go()
}

/** Returns the caller with their organisations, in the order in which they joined, and their invitations. */
export async function viewUser(caller: Caller, now: EpochMs): Promise<Omit<Me, 'shares'>> {
  const { userId, organizationId, groups, role } = caller
  const { data: user } = await UserEntity.get({ id: userId }).go()
  if (!user) throw notFound('user', 'account that you signed in with')
  const { id, email, name = '', phoneNumber = null } = user
  const [{ data: found }, invitations, access] = await Promise.all([
    OrganizationEntity.get(user.organizationIds.map((each) => ({ id: each }))).go({ preserveBatchOrder: true }),
    viewInvitations(email, now),
    operatorAccess(caller),
  ])
  const organizations = found.flatMap((one) =>
    one ? [{ id: one.id, name: one.name, isPersonal: one.isPersonal }] : [],
  )
  const organization = organizations.find((each) => each.id === organizationId)
  if (!organization) throw notFound('organisation', 'header X-Organization-Id')
  return {
    user: { id, email, name, phoneNumber },
    organization,
    role,
    organizations,
    invitations,
    groups: [...groups],
    operatorAccess: access,
    apiBaseUrl: settings.PUBLIC_BASE_URL,
  }
}
