import type { EpochMs } from '@replywright/contract/time.ts'
import { DAY_MILLISECONDS, expiryAfter } from '../clock.ts'
import { RateLimitError } from '../errors.ts'
import { entity, key } from '../table/entity.ts'
import { expiresAtAttribute } from '../table/table.ts'

const KEPT_DAYS = 2

/** How often something was done on one day, in UTC. Access: by quota, subject and day. Kept for two days. */
export const DailyCountEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'dailyCount', version: '1' },
  attributes: {
    quota: { type: ['invitations', 'shares'] as const, required: true, readOnly: true },
    /** The id of the organisation whose quota it is. */
    subject: { type: 'string', required: true, readOnly: true },
    /** Days since the epoch. */
    day: { type: 'number', required: true, readOnly: true },
    count: { type: 'number' },
    expiresAt: expiresAtAttribute,
  },
  indexes: {
    byDay: { pk: key('pk', 'daily#${quota}#${subject}'), sk: key('sk', 'day#${day}') },
  },
}))

/** Returns the day of `now` as `DailyCountEntity` counts it, and when its counts expire. */
export function dayOf(now: EpochMs): { readonly day: number; readonly expiresAt: number } {
  return { day: Math.floor(now / DAY_MILLISECONDS), expiresAt: expiryAfter(now, KEPT_DAYS) }
}

/** Returns a condition: the quota of the day is not used up. */
export function isBelow(limit: number): Parameters<ReturnType<typeof DailyCountEntity.remove>['where']>[0] {
  return ({ count }, { lt, notExists }) => `${notExists(count)} OR ${lt(count, limit)}`
}

/** Returns the error for a quota that is used up until the next day. */
export function quotaUsedUp(text: string, now: EpochMs): RateLimitError {
  return new RateLimitError(text, Math.ceil(((dayOf(now).day + 1) * DAY_MILLISECONDS - now) / 1000))
}
