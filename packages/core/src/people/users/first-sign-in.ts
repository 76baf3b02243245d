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
import type { UserItem } from './user-entity.ts'

/**
 * The user that signed in. At the first time it is the one with their email address, whom an operator has made, or a new one with
 * an organisation of their own; the alias of their subject is written last, and says that all of it was done. 403 while the pool
 * has not verified the address, and when somebody else signs in with it.
 */
export async function userAtSignIn(identity: Identity, now: number): Promise<UserItem> {
  const known = await findBySubject(identity.subject)
  if (known) return known
  const { subject, email, emailVerified } = identity
  if (!emailVerified || email === '')
    throw new ServiceError(
      'permission_denied',
      'The email address of this account is not verified. Ask the operators of the service.',
    )
  const existing = await findUser({ email })
  const organizationIds = existing?.organizationIds.length
    ? existing.organizationIds
    : [await personalOrganization(identity, now)]
  const id = existing?.id ?? derivedId('user', subject)
  if (existing) await ensureMemberships(id, organizationIds, now)
  else await createUser({ id, email, subject, organizationIds }, now)
  const user = existing ? await linkSubject({ id, organizationIds }, subject) : await findBySubject(subject)
  if (user) return user
  throw new ServiceError(
    'permission_denied',
    'Somebody else signs in with this email address already. Ask the operators of the service.',
  )
}

/** An organisation that is named after its one member, with its sandbox number; the same one however often it is asked for. */
async function personalOrganization({ subject, email }: Identity, now: number): Promise<string> {
  const id = derivedId('personal organization', subject)
  await OrganizationEntity.create({ id, name: email, isPersonal: true, createdAt: now }).go({
    returnOnConditionCheckFailure: true,
  })
  await createSandboxNumber(id, listenersToAll, now)
  return id
}
