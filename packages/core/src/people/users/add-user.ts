import { derivedId } from '../../platform/clock.ts'
import { invalidField, ServiceError } from '../../platform/errors.ts'
import { addMember } from '../members/add-member.ts'
import { OrganizationEntity } from '../organizations/organization-entity.ts'
import { createUser } from './create-user.ts'
import { findUser } from './find-user.ts'
import { linkSubject } from './link-subject.ts'
import { addPoolUser, addToGroup } from './pool-users.ts'
import type { UserItem } from './user-entity.ts'

export interface AddUserInput {
  readonly email: string
  /** Whom they belong to. @default an organisation of their own, made when they sign in for the first time */
  readonly organizationId?: string
  readonly operator: boolean
}

/**
 * Lets somebody sign in to the dashboard; Cognito mails a password to begin with to those who have no account yet. Adding them
 * again adds what was not there. 400 for an organisation that does not exist, 409 when their address is that of a user who signs
 * in by another account. Answers their subject.
 */
export async function addUser({ email, organizationId, operator }: AddUserInput, now: number): Promise<string> {
  if (organizationId !== undefined) await requireOrganization(organizationId)
  const subject = await addPoolUser({ email }, now)
  if (operator) await addToGroup(email, 'operators')
  if (organizationId === undefined) return subject
  const existing = await findUser({ email })
  const user = existing
    ? await join(existing, organizationId, subject, now)
    : await createUser({ id: derivedId('user', subject), email, subject, organizationIds: [organizationId] }, now)
  if (user?.subject !== subject)
    throw new ServiceError('conflict', 'A user with this email address signs in by another account.')
  return subject
}

async function requireOrganization(id: string): Promise<void> {
  const { data } = await OrganizationEntity.get({ id }).go()
  if (!data) throw invalidField('organization', 'does not exist')
}

/** The user, who signs in by the account if nobody did, and belongs to the organisation. */
async function join(user: UserItem, organizationId: string, subject: string, now: number): Promise<UserItem | null> {
  const linked = await linkSubject(user, subject)
  if (linked?.id === user.id) await addMember(user, organizationId, now)
  return linked
}
