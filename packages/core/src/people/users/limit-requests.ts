import { RateLimitError } from '../../platform/errors.ts'
import { logError } from '../../platform/log/log.ts'
import { settings } from '../../platform/settings.ts'
import { ShortCache } from '../../platform/short-cache.ts'
import { Entity, key } from '../../platform/table/entity.ts'
import { expiresAtAttribute, table } from '../../platform/table/table.ts'

/** About how many requests a user made in one minute. Access: by user and minute. Kept an hour. */
const UserRequestsEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'userRequests', version: '1' },
    attributes: {
      userId: { type: 'string', required: true, readOnly: true },
      /** Since the epoch. */
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

const MINUTE_MILLISECONDS = 60_000
const KEPT_SECONDS = 3600
/** One read of so many is counted, for all of them: counting each would cost as much as the read itself. */
const READS_PER_COUNT = 10

/** The minute in which a user is refused, so that refusing costs nothing. */
const refusedIn = new ShortCache<number>(MINUTE_MILLISECONDS)

/**
 * Counts a request of a user of the dashboard: a write each time, a read by sampling. Passes when it cannot count, because
 * the stage has a limit too. `now` in milliseconds.
 * @throws RateLimitError above the limit of the minute
 */
export async function limitRequests(
  userId: string,
  access: 'read' | 'write',
  now: number,
  random: () => number = Math.random,
): Promise<void> {
  const minute = Math.floor(now / MINUTE_MILLISECONDS)
  if (refusedIn.get(userId, now) !== minute) {
    if (access === 'read' && random() >= 1 / READS_PER_COUNT) return
    const count = await add(userId, minute, access === 'read' ? READS_PER_COUNT : 1)
    if (count <= settings.DASHBOARD_REQUESTS_PER_MINUTE) return
    refusedIn.set(userId, minute, now)
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
