import { Entity, key } from '../../platform/table/entity.ts'
import { expiresAtAttribute, table } from '../../platform/table/table.ts'
import { sessionExpiry } from './session-entity.ts'

/**
 * A session that started with a code of an authenticator app. Tokens of the user pool do not contain this information.
 * Access: by the session's id, the `origin_jti` of all its tokens. Kept for 30 days, the maximum duration of a session.
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

/** Records that a session started with a code. */
export async function noteMfa(sessionId: string, now: number): Promise<void> {
  await MfaSessionEntity.put({ sessionId, expiresAt: sessionExpiry(now) }).go()
}

/** Returns whether a session started with a code. `''` means no session. */
export async function beganWithMfa(sessionId: string): Promise<boolean> {
  if (sessionId === '') return false
  const { data } = await MfaSessionEntity.get({ sessionId }).go({ consistent: true })
  return data !== null
}
