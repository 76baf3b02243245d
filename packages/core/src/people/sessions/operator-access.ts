import type { Me } from '@replywright/contract/dashboard/session.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { ServiceError } from '../../platform/errors.ts'
import type { Caller } from '../../platform/request.ts'
import { settings } from '../../platform/settings.ts'
import { entity, key } from '../../platform/table/entity.ts'
import { expiresAtAttribute } from '../../platform/table/table.ts'
import { sessionExpiry } from './sessions.ts'

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

/**
 * A session that started with a code of an authenticator app. Tokens of the user pool do not contain this information.
 * Access: by the session's id, the `origin_jti` of all its tokens. Kept for 30 days, the maximum duration of a session.
 */
const MfaSessionEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'mfaSession', version: '1' },
  attributes: {
    sessionId: { type: 'string', required: true, readOnly: true },
    expiresAt: { ...expiresAtAttribute, required: true },
  },
  indexes: {
    bySession: { pk: key('pk', 's#${sessionId}'), sk: key('sk', 'mfaSession') },
  },
}))

/** Records that a session started with a code. */
export async function noteMfa(sessionId: string, now: EpochMs): Promise<void> {
  await MfaSessionEntity.put({ sessionId, expiresAt: sessionExpiry(now) }).go()
}

/** Returns whether a session started with a code. `''` means no session. */
async function beganWithMfa(sessionId: string): Promise<boolean> {
  if (sessionId === '') return false
  const { data } = await MfaSessionEntity.get({ sessionId }).go({ consistent: true })
  return data !== null
}
