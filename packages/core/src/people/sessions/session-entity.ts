import type { EntityItem } from 'electrodb'
import { expiryAfter } from '../../platform/clock.ts'
import { Entity, key } from '../../platform/table/entity.ts'
import { expiresAtAttribute, table } from '../../platform/table/table.ts'

/** Equal to the validity of a refresh token in the user pool. */
const SESSION_DAYS = 30

/**
 * A sign-in to the dashboard, because the user pool cannot list them. Access: all of a user. Kept for 30 days after the
 * sign-in, the maximum duration of a session.
 */
export const SessionEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'session', version: '1' },
    attributes: {
      userId: { type: 'string', required: true, readOnly: true },
      /** The `origin_jti` of all its tokens. */
      sessionId: { type: 'string', required: true, readOnly: true },
      startedAt: { type: 'number', required: true },
      lastUsedAt: { type: 'number', required: true },
      userAgent: { type: 'string' },
      sourceIp: { type: 'string' },
      endedAt: { type: 'number' },
      expiresAt: { ...expiresAtAttribute, required: true },
    },
    indexes: {
      byUser: {
        pk: key('pk', 'us#${userId}'),
        sk: key('sk', '${sessionId}'),
      },
    },
  },
  table,
)
export type SessionItem = EntityItem<typeof SessionEntity>

/** Returns the Unix seconds at which a session that started at `milliseconds` has expired. */
export function sessionExpiry(milliseconds: number): number {
  return expiryAfter(milliseconds, SESSION_DAYS)
}
