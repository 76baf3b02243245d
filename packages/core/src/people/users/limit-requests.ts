import { RateLimitError } from '../../platform/errors.ts'
import { logError } from '../../platform/log/log.ts'
import { settings } from '../../platform/settings.ts'
import { ShortCache } from '../../platform/short-cache.ts'
import { Entity, key } from '../../platform/table/entity.ts'
import { expiresAtAttribute, table } from '../../platform/table/table.ts'

const MINUTE_MILLISECONDS = 60_000
const KEPT_SECONDS = 3600
/** One of this many reads is counted, for all of them. Counting each read would cost as much as the read itself. */
const READS_PER_COUNT = 10

/** The minute in which a user is over the limit, so that rejected requests need no write. */
const limitedIn = new ShortCache<number>(MINUTE_MILLISECONDS)

/**
 * Counts a request of a dashboard user: every write, and a sample of the reads. If counting fails, the request is
 * accepted, because the stage also has a limit. `now` in milliseconds.
 * @throws RateLimitError above the limit of the minute
 */
export async function limitRequests(
  userId: string,
  access: 'read' | 'write',
  now: number,
  random: () => number = Math.random,
): Promise<void> {
  const minute = Math.floor(now / MINUTE_MILLISECONDS)
  if (limitedIn.get(userId, now) !== minute) {
    if (access === 'read' && random() >= 1 / READS_PER_COUNT) return
    const count = await add(userId, minute, access === 'read' ? READS_PER_COUNT : 1)
    if (count <= settings.DASHBOARD_REQUESTS_PER_MINUTE) return
    limitedIn.set(userId, minute, now)
  }
  const seconds = Math.ceil(((minute + 1) * MINUTE_MILLISECONDS - now) / 1000)
  throw new RateLimitError('Too many requests. Wait before you try again.', seconds)
}

async function add(userId: string, minute: number, requests: number): Promise<number> {
  try {
    const { data } = await UserRequestsEntity.update({ userId, minute })
      .add({ count: requests })
      .set({ expiresAt: minute * 60 + KEPT_SECONDS })
      .go({ response: 'all_new' })
    return data.count ?? 0
  } catch (error) {
    logError('user.requests_not_counted', error, { userId })
    return 0
  }
}

/** The approximate number of requests of a user in one minute. Access: by user and minute. Kept for an hour. */
const UserRequestsEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'userRequests', version: '1' },
    attributes: {
      userId: { type: 'string', required: true, readOnly: true },
      /** Minutes since the epoch. */
      minute: { type: 'number', required: true, readOnly: true },
      count: { type: 'number' },
      expiresAt: expiresAtAttribute,
    },
    indexes: {
      byMinute: {
        pk: key('pk', 'requests#${userId}#${minute}'),
        sk: key('sk', 'requests'),
      },
    },
  },
  table,
)
