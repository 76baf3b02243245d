import { createSandboxNumber } from '../../channel/numbers/sandbox-number.ts'
import { listenersToAll } from '../../deliveries/webhooks/get-webhook.ts'
import { derivedId } from '../../platform/clock.ts'
import { ServiceError } from '../../platform/errors.ts'
import { ensureMemberships } from '../members/membership-entity.ts'
import { OrganizationEntity } from '../organizations/organization-entity.ts'
import { createUser } from './create-user.ts'
import { findBySubject } from './find-by-subject.ts'
import { findUser } from './find-user.ts'
import type { Identity } from './identity.ts'
import { linkSubject } from './link-subject.ts'
import { UserEntity, type UserItem } from './user-entity.ts'

/**
 * Returns the user who signed in. At the first sign-in, it is the user with the email address whom an operator created,
 * or a new user with a personal organisation. The alias of the subject is written last and marks the completion.
 * @throws ServiceError 403 if the address is not verified, or if another account uses it
 */
export async function userAtSignIn(identity: Identity, now: number): Promise<UserItem> {
  const known = await findBySubject(identity.subject)
  if (known) return await accepted(known)
  const { subject, email, emailVerified } = identity
  if (!emailVerified || email === '')
    throw new ServiceError(
      'permission_denied',
      'The email address of this account is not verified. Ask an operator of the service.',
    )
  const existing = await findUser({ email })
  const organizationIds = existing?.organizationIds.length
    ? existing.organizationIds
    : [await personalOrganization(identity, now)]
  const id = existing?.id ?? derivedId('user', subject)
  if (existing) await ensureMemberships(id, organizationIds, now)
  else await createUser({ id, email, subject, organizationIds }, now)
  const user = existing ? await linkSubject({ id, organizationIds }, subject) : await findBySubject(subject)
  if (user) return await accepted(user)
  throw new ServiceError(
    'permission_denied',
    'Another account already uses this email address. Ask an operator of the service.',
  )
}

/** Ends the invitation of a user who has signed in. */
async function accepted(user: UserItem): Promise<UserItem> {
  if (user.invitedAt !== undefined) await UserEntity.patch({ id: user.id }).remove(['invitedAt']).go()
  return user
}

/** Creates the personal organisation of a user, with its sandbox number, and returns its id. Idempotent. */
async function personalOrganization({ subject, email }: Identity, now: number): Promise<string> {
  const id = derivedId('personal organization', subject)
  await OrganizationEntity.create({ id, name: email, isPersonal: true, createdAt: now }).go({
    returnOnConditionCheckFailure: true,
  })
  await createSandboxNumber(id, listenersToAll, now)
  return id
}
