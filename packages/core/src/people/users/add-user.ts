import type { Role } from '@messaging/contract/roles.ts'
import { derivedId } from '../../platform/clock.ts'
import { invalidField, ServiceError } from '../../platform/errors.ts'
import { addMember } from '../members/add-member.ts'
import { OrganizationEntity } from '../organizations/organization-entity.ts'
import { assertNotProvedByOther, proveNumber } from '../phone-proof/proof.ts'
import { createUser } from './create-user.ts'
import { findUser } from './find-user.ts'
import { linkSubject } from './link-subject.ts'
import { addPoolUser, addToGroup } from './pool-users.ts'
import type { UserItem } from './user-entity.ts'

interface AddUserInput {
  readonly email: string
  /** The organisation of the user. @default a personal organisation, created at the first sign-in */
  readonly organizationId?: string
  /** The role of a new member of the organisation. */
  readonly role: Role
  readonly operator: boolean
  /** A number that the operator knows to be the user's. Digits without plus. */
  readonly phoneNumber?: string
}

/**
 * Creates an account for the dashboard and returns its subject. Cognito sends a temporary password by email to a new
 * account. Repeating the call completes what is missing.
 * @throws ServiceError 400 if the organisation does not exist, 409 if the user of the address has
 * another account, or another user proved the number
 */
export async function addUser(
  { email, organizationId, role, operator, phoneNumber }: AddUserInput,
  now: number,
): Promise<string> {
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
  if (phoneNumber !== undefined) {
    await assertNotProvedByOther(user.id, phoneNumber)
    await proveNumber(user.id, phoneNumber, now)
  }
  return subject
}

async function requireOrganization(id: string): Promise<void> {
  const { data } = await OrganizationEntity.get({ id }).go()
  if (!data) throw invalidField('organization', 'does not exist')
}

/** Links the account to a user without one and adds the user to the organisation. Returns the user of the account. */
async function join(
  user: UserItem,
  membership: { readonly organizationId: string; readonly role: Role },
  subject: string,
  now: number,
): Promise<UserItem | null> {
  const linked = await linkSubject(user, subject)
  if (linked?.id === user.id) await addMember(user, membership, now)
  return linked
}
