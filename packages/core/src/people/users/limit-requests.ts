import { limitPerMinute, rejectLimited } from '../../platform/quotas/limit-per-minute.ts'
import { settings } from '../../platform/settings.ts'

/** One of this many reads is counted, for all of them. Counting each read would cost as much as the read itself. */
const READS_PER_COUNT = 10

/**
 * Counts a request of a dashboard user: every write, and a sample of the reads. `now` in milliseconds.
 * @throws RateLimitError above the limit of the minute
 */
export async function limitRequests(
  userId: string,
  access: 'read' | 'write',
  now: number,
  random: () => number = Math.random,
): Promise<void> {
  rejectLimited(userId, now)
  if (access === 'read' && random() >= 1 / READS_PER_COUNT) return
  await limitPerMinute(userId, access === 'read' ? READS_PER_COUNT : 1, settings.DASHBOARD_REQUESTS_PER_MINUTE, now)
}
