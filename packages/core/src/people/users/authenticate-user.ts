import type { Role } from '@messaging/contract/roles.ts'
import type { Caller } from '../../platform/caller.ts'
import { notFound, ServiceError } from '../../platform/errors.ts'
import { ShortCache } from '../../platform/short-cache.ts'
import { findMembership, roleOf } from '../members/membership-entity.ts'
import { findBySubject } from './find-by-subject.ts'
import { type Identity, isSignedOut, readIdentity, type SignOuts, sessionOver } from './identity.ts'

interface Member extends SignOuts {
  readonly userId: string
  readonly email: string
  readonly organizationId: string
  readonly role: Role
}

/** By subject, and the requested organisation if there is one. */
const members = new ShortCache<Member>(15_000)

/**
 * Returns the caller of an identity token with these claims, which API Gateway has verified. The organisation and the
 * role come from the table and are cached for 15 seconds. `organizationId` selects an organisation, by default the
 * first. The groups come from the token.
 * @throws ServiceError 401 without a subject or after all sessions were ended, 403 before the first sign-in, 404 for an
 * organisation of which the user is not a member
 */
export async function authenticateUser(
  claims: Readonly<Record<string, unknown>>,
  organizationId: string | undefined,
  now: number,
): Promise<Caller> {
  const identity = readIdentity(claims)
  if (!identity) throw new ServiceError('authentication_failed', 'Sign in to the dashboard.')
  const member = await memberOf(identity, organizationId, now)
  if (isSignedOut(identity, member)) throw sessionOver()
  const { userId, email, role } = member
  const { groups, sessionId } = identity
  const permission = role === 'viewer' ? 'read' : 'full'
  return { userId, email, organizationId: member.organizationId, role, permission, groups, sessionId }
}

async function memberOf(identity: Identity, requested: string | undefined, now: number): Promise<Member> {
  // An empty header is not the default organisation.
  const cacheKey = requested === undefined ? identity.subject : `${identity.subject} ${requested}`
  const cached = members.get(cacheKey, now)
  if (cached) return cached
  const user = await findBySubject(identity.subject)
  if (!user) throw new ServiceError('permission_denied', 'Your account is not set up yet. Sign in again.')
  const { id: userId, email, organizationIds, signedOutAt, endedSessions } = user
  if (isSignedOut(identity, user)) throw sessionOver()
  const organizationId = requested ?? organizationIds[0]
  if (organizationId === undefined)
    throw new ServiceError(
      'permission_denied',
      'You are not a member of any organisation. Ask an operator of the service.',
    )
  if (!organizationIds.includes(organizationId)) throw notFound('organisation', 'header X-Organization-Id')
  const membership = await findMembership(organizationId, userId)
  if (!membership) throw notFound('organisation', 'header X-Organization-Id')
  const member = { userId, email, organizationId, role: roleOf(membership), signedOutAt, endedSessions }
  members.set(cacheKey, member, now)
  return member
}
