import type { Caller } from '../../platform/caller.ts'
import { ServiceError } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { addToGroup, removeFromGroup } from '../users/pool-users.ts'
import { signOutEverywhere } from '../users/sign-out-everywhere.ts'
import { findMember } from './find-member.ts'

/**
 * Gives a member operator access. Their next token has it.
 * @throws ServiceError 404 if the user is not a member, 409 if they have no account
 */
export async function grantOperator({ organizationId }: Caller, userId: string): Promise<undefined> {
  await addToGroup(await accountOf(organizationId, userId), 'operators')
  log('operator.granted', { organizationId, userId })
}

/**
 * Removes operator access, and ends the member's sessions, because their tokens still contain the group.
 * @throws ServiceError 404 if the user is not a member, 409 for the caller
 */
export async function revokeOperator(caller: Caller, userId: string, now: number): Promise<undefined> {
  const { organizationId } = caller
  if (userId === caller.userId)
    throw new ServiceError('conflict', 'You cannot remove your own operator access. Ask another operator.')
  const email = await accountOf(organizationId, userId)
  await removeFromGroup(email, 'operators')
  await signOutEverywhere(email, now)
  log('operator.revoked', { organizationId, userId })
}

async function accountOf(organizationId: string, userId: string): Promise<string> {
  const { user } = await findMember(organizationId, userId)
  if (!user)
    throw new ServiceError('conflict', 'The member has API keys only and no account. Invite them by email first.')
  return user.email
}
