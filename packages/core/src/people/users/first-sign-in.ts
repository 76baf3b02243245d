import { createSandboxNumber } from '../../channel/numbers/sandbox-number.ts'
import { listenersToAll } from '../../deliveries/webhooks/get-webhook.ts'
import { derivedId } from '../../platform/clock.ts'
import { ServiceError } from '../../platform/errors.ts'
import { joinOrganization } from '../members/join-organization.ts'
import { ensureMemberships, listMemberships } from '../members/membership-entity.ts'
import { OrganizationEntity } from '../organizations/organization-entity.ts'
import { createUser } from './create-user.ts'
import { findBySubject } from './find-by-subject.ts'
import { findUser } from './find-user.ts'
import type { Identity } from './identity.ts'
import { linkSubject } from './link-subject.ts'
import { UserEntity, type UserItem } from './user-entity.ts'

/**
 * Returns the user who signed in. At the first sign-in, it is the user with the email address whom an operator created,
 * or a new user; each gets a personal organisation. The alias of the subject, or the end of the operator's invitation,
 * is written last and marks the completion.
 * @throws ServiceError 403 if the address is not verified, or if another account uses it
 */
export async function userAtSignIn(identity: Identity, now: number): Promise<UserItem> {
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
async function welcomed(user: UserItem, identity: Identity, now: number): Promise<UserItem> {
  if (user.invitedAt === undefined && user.organizationIds.length > 0) return user
  const [first, second] = personalOrganizationIds(identity.subject)
  const memberships = await listMemberships(first)
  const others = memberships.some(({ userId, removedAt }) => userId !== user.id && removedAt === undefined)
  // The user left the first one to others, who keep it.
  const organizationId = await personalOrganization(identity, now, others ? second : first)
  const left = others ? await listMemberships(organizationId) : memberships
  // An operator can remove a user from every organisation.
  if (!left.some(({ userId }) => userId === user.id))
    await joinOrganization({ organizationId, userId: user.id, role: 'admin' }, now)
  if (user.invitedAt !== undefined) await UserEntity.patch({ id: user.id }).remove(['invitedAt']).go()
  return user
}

/**
 * Returns the ids of the personal organisations that an account can have. The second one replaces the first one, if the
 * user left that to others.
 */
export function personalOrganizationIds(subject: string): readonly [first: string, second: string] {
  const first = derivedId('personal organization', subject)
  return [first, derivedId('personal organization', first)]
}

/** Creates the personal organisation of a user, with its sandbox number, and returns its id. Idempotent. */
async function personalOrganization(
  { subject, email }: Identity,
  now: number,
  id = personalOrganizationIds(subject)[0],
): Promise<string> {
  await OrganizationEntity.create({ id, name: email, isPersonal: true, createdAt: now }).go({
    returnOnConditionCheckFailure: true,
  })
  await createSandboxNumber(id, listenersToAll, now)
  return id
}
