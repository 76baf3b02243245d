import type { Caller } from '../../platform/caller.ts'
import { notFound, ServiceError } from '../../platform/errors.ts'
import { ShortCache } from '../../platform/short-cache.ts'
import { findBySubject } from './find-by-subject.ts'
import { type Identity, isSignedOut, readIdentity, sessionOver } from './identity.ts'

interface Member {
  readonly userId: string
  readonly organizationIds: readonly string[]
  readonly signedOutAt: number | undefined
}

const members = new ShortCache<Member>(15_000)

/**
 * The caller whose identity token has these claims, verified by API Gateway. Which organisations they belong to is what the table
 * says, at most 15 seconds ago; `organizationId` chooses one of several, otherwise it is the first. Groups are those of the token.
 * 401 without a subject or when all their sessions were ended, 403 before the first sign-in, 404 for an organisation that is not theirs.
 */
export async function authenticateUser(
  claims: Readonly<Record<string, unknown>>,
  organizationId: string | undefined,
  now: number,
): Promise<Caller> {
  const identity = readIdentity(claims)
  if (!identity) throw new ServiceError('authentication_failed', 'Sign in to the dashboard.')
  const { userId, organizationIds, signedOutAt } = await memberOf(identity, now)
  if (isSignedOut(identity, signedOutAt)) throw sessionOver()
  const chosen = organizationId ?? organizationIds[0]
  if (chosen === undefined) throw new ServiceError('permission_denied', 'You belong to no organization any more.')
  if (!organizationIds.includes(chosen)) throw notFound('organization')
  return { userId, organizationId: chosen, permission: 'full', groups: identity.groups, sessionId: identity.sessionId }
}

async function memberOf({ subject }: Identity, now: number): Promise<Member> {
  const cached = members.get(subject, now)
  if (cached) return cached
  const user = await findBySubject(subject)
  if (!user) throw new ServiceError('permission_denied', 'Your account is not set up yet: sign in again.')
  const { id: userId, organizationIds, signedOutAt } = user
  const member = { userId, organizationIds, signedOutAt }
  members.set(subject, member, now)
  return member
}
