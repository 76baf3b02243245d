import type { NumberHealth } from '@replywright/contract/number-health.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { channelOf } from '../../channel/channels.ts'
import { changeHealth, healthOf, problemsAt, viewHealth } from '../../channel/numbers/health.ts'
import type { NumberItem } from '../../channel/numbers/number-entity.ts'
import { findNumber } from '../../channel/numbers/numbers.ts'
import { applyNotice } from './handle-notice.ts'

/**
 * Asks the channel about a number with problems, and lifts what no longer exists: as a notice, so that webhooks are
 * told. Returns the number with its health then; undefined if it does not exist. A channel that does not answer changes
 * nothing.
 */
export async function inspectNumber(
  phoneNumberId: string,
  now: EpochMs,
): Promise<{ readonly number: NumberItem; readonly health: NumberHealth } | undefined> {
  const number = await findNumber(phoneNumberId)
  if (!number) return undefined
  const health = healthOf(number)
  if (problemsAt(health, now).length === 0) return { number, health: viewHealth(health, now) }
  const notice = await channelOf(number)
    .inspect?.(number, now)
    .catch(() => undefined)
  if (!notice) return { number, health: viewHealth(health, now) }
  const isChanged =
    JSON.stringify(viewHealth(changeHealth(health, notice, now), now)) !== JSON.stringify(viewHealth(health, now))
  if (isChanged) await applyNotice(number, { notice, raw: JSON.stringify(notice.notice), now })
  const stored = (await findNumber(phoneNumberId)) ?? number
  return { number: stored, health: viewHealth(healthOf(stored), now) }
}
