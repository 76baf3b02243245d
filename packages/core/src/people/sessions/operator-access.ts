import type { Me } from '@messaging/contract/dashboard/session.ts'
import type { Caller } from '../../platform/caller.ts'
import { ServiceError } from '../../platform/errors.ts'
import { settings } from '../../platform/settings.ts'
import { beganWithMfa } from './mfa-session-entity.ts'

/** Whether the caller's session may do what is for operators. */
export async function operatorAccess({ groups, sessionId = '' }: Caller): Promise<Me['operatorAccess']> {
  if (!groups.includes('operators')) return 'none'
  if (!settings.REQUIRE_OPERATOR_MFA || (await beganWithMfa(sessionId))) return 'granted'
  return 'mfa_required'
}

/** Throws 403 if the caller is no operator, or signed in without a code where operators need one. */
export async function requireOperator(caller: Caller): Promise<void> {
  const access = await operatorAccess(caller)
  if (access === 'none') throw new ServiceError('permission_denied', 'Only members of the group operators may do that.')
  if (access === 'mfa_required')
    throw new ServiceError(
      'permission_denied',
      'Operators need two-factor authentication. Turn it on under Security in the dashboard, then sign in with a code.',
    )
}
