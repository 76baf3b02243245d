import type { Caller } from '../../platform/caller.ts'
import { notFound, ServiceError } from '../../platform/errors.ts'
import { ShortCache } from '../../platform/short-cache.ts'
import { findBySubject } from './find-by-subject.ts'
import { type Identity, isSignedOut, readIdentity, type SignOuts, sessionOver } from './identity.ts'

interface Member extends SignOuts {
  readonly userId: string
  readonly email: string
  readonly organizationIds: readonly string[]
}

const members = new ShortCache<Member>(15_000)

/**
 * Returns the caller of an identity token with these claims, which API Gateway has verified. The organisations come from
 * the table and are cached for 15 seconds. `organizationId` selects one of them, by default the first. The groups come
 * from the token.
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
  const member = await memberOf(identity, now)
  const { userId, email, organizationIds } = member
  if (isSignedOut(identity, member)) throw sessionOver()
  const chosen = organizationId ?? organizationIds[0]
  if (chosen === undefined)
    throw new ServiceError(
      'permission_denied',
      'You are not a member of any organisation. Ask an operator of the service.',
    )
  if (!organizationIds.includes(chosen)) throw notFound('organisation', 'header X-Organization-Id')
  const { groups, sessionId } = identity
  return { userId, email, organizationId: chosen, permission: 'full', groups, sessionId }
}

async function memberOf({ subject }: Identity, now: number): Promise<Member> {
  const cached = members.get(subject, now)
  if (cached) return cached
  const user = await findBySubject(subject)
  if (!user) throw new ServiceError('permission_denied', 'Your account is not set up yet. Sign in again.')
  const { id: userId, email, organizationIds, signedOutAt, endedSessions } = user
  const member = { userId, email, organizationIds, signedOutAt, endedSessions }
  members.set(subject, member, now)
  return member
}
