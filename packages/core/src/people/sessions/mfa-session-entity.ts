import { expiryAfter } from '../../platform/clock.ts'
import { Entity, key } from '../../platform/table/entity.ts'
import { expiresAtAttribute, table } from '../../platform/table/table.ts'

/** As long as the user pool accepts a refresh token. */
const SESSION_DAYS = 30

/**
 * That a session began with a code of an authenticator app: tokens of the user pool do not tell. Access: by the session's id,
 * `origin_jti` of all its tokens. Kept for 30 days, after which no session is left.
 */
const MfaSessionEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'mfaSession', version: '1' },
    attributes: {
      sessionId: { type: 'string', required: true, readOnly: true },
      expiresAt: { ...expiresAtAttribute, required: true },
    },
    indexes: {
      bySession: {
        pk: key('pk', 's#${sessionId}'),
        sk: key('sk', 'mfaSession'),
      },
    },
  },
  table,
)

/** Records that a session began with a code. */
export async function noteMfa(sessionId: string, now: number): Promise<void> {
  await MfaSessionEntity.put({ sessionId, expiresAt: expiryAfter(now, SESSION_DAYS) }).go()
}

/** Whether a session began with a code; `''` is no session. */
export async function beganWithMfa(sessionId: string): Promise<boolean> {
  if (sessionId === '') return false
  const { data } = await MfaSessionEntity.get({ sessionId }).go({ consistent: true })
  return data !== null
}
