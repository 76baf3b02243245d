import type { EpochMs } from '@replywright/contract/time.ts'
import { RateLimitError } from '../errors.ts'
import { logError } from '../log/log.ts'
import { ShortCache } from '../short-cache.ts'
import { entity, key } from '../table/entity.ts'
import { expiresAtAttribute } from '../table/table.ts'

const MINUTE_MILLISECONDS = 60_000
const KEPT_SECONDS = 3600

/** The minute in which a subject is over its limit, so that rejected requests need no write. */
const limitedIn = new ShortCache<number>(MINUTE_MILLISECONDS)

/**
 * Rejects a request if this process knows that its subject is over the limit.
 * @throws RateLimitError until the minute ends
 */
export function rejectLimited(subject: string, now: EpochMs): void {
  const minute = minuteOf(now)
  if (limitedIn.get(subject, now) !== minute) return
  const seconds = Math.ceil(((minute + 1) * MINUTE_MILLISECONDS - now) / 1000)
  throw new RateLimitError('Too many requests. Wait before you try again.', seconds)
}

/**
 * Counts requests of a subject in this minute. If counting fails, the request is accepted, because the stage also has a
 * limit.
 * @throws RateLimitError above `most`
 */
export async function limitPerMinute(subject: string, requests: number, most: number, now: EpochMs): Promise<void> {
  rejectLimited(subject, now)
  const minute = minuteOf(now)
  if ((await add(subject, minute, requests)) > most) limitedIn.set(subject, minute, now)
  rejectLimited(subject, now)
}

function minuteOf(now: EpochMs): number {
  return Math.floor(now / MINUTE_MILLISECONDS)
}

async function add(subject: string, minute: number, requests: number): Promise<number> {
  try {
    const { data } = await RequestsEntity.update({ userId: subject, minute })
      .add({ count: requests })
      .set({ expiresAt: minute * 60 + KEPT_SECONDS })
      .go({ response: 'all_new' })
    return data.count ?? 0
  } catch (error) {
    logError('requests.not_counted', error, { subject })
    return 0
  }
}

/**
 * The approximate number of requests in one minute. Access: by subject and minute. Kept for an hour. The names are those
 * of the first subject, a user of the dashboard.
 */
const RequestsEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'userRequests', version: '1' },
  attributes: {
    userId: { type: 'string', required: true, readOnly: true },
    /** Minutes since the epoch. */
    minute: { type: 'number', required: true, readOnly: true },
    count: { type: 'number' },
    expiresAt: expiresAtAttribute,
  },
  indexes: {
    byMinute: { pk: key('pk', 'requests#${userId}#${minute}'), sk: key('sk', 'requests') },
  },
}))
