import type { Me } from '@messaging/contract/dashboard/session.ts'
import type { Caller } from '../../platform/caller.ts'
import { ServiceError } from '../../platform/errors.ts'
import { settings } from '../../platform/settings.ts'
import { beganWithMfa } from './mfa-session-entity.ts'

/** Returns whether the caller's session has operator access. */
export async function operatorAccess({ groups, sessionId = '' }: Caller): Promise<Me['operatorAccess']> {
  if (!groups.includes('operators')) return 'none'
  if (!settings.REQUIRE_OPERATOR_MFA || (await beganWithMfa(sessionId))) return 'granted'
  return 'mfa_required'
}

/** Throws 403 if the caller is not an operator, or signed in without a required code. */
export async function requireOperator(caller: Caller): Promise<void> {
  const access = await operatorAccess(caller)
  if (access === 'none')
    throw new ServiceError(
      'permission_denied',
      'You do not have operator access. Ask an operator to add you to the group operators.',
    )
  if (access === 'mfa_required')
    throw new ServiceError(
      'permission_denied',
      'Operators need two-factor authentication. Turn it on under Security in the dashboard, then sign in with a code.',
    )
}
