import type { EpochMs } from '@replywright/contract/time.ts'
import { DAY_MILLISECONDS, dateOf, derivedTimeId } from '../../platform/clock.ts'

const HOUR_MILLISECONDS = 3_600_000

/** Returns the next full `hour` (UTC) after `now`. */
export function nextExamAt(hour: number, now: EpochMs): EpochMs {
  const today = startOfDay(now) + hour * HOUR_MILLISECONDS
  return today > now ? today : today + DAY_MILLISECONDS
}

/** Returns the id of the proof of an exam: one for each agent and date. */
export function examProofId(organizationId: string, agentId: string, at: EpochMs): string {
  return derivedTimeId(startOfDay(at), 'exam', organizationId, agentId, dateOf(at))
}

/** Returns the conversations that an exam samples: of the 24 hours before it. */
export function examPeriod(at: EpochMs): { readonly since: EpochMs; readonly until: EpochMs } {
  return { since: at - DAY_MILLISECONDS, until: at }
}

function startOfDay(at: EpochMs): EpochMs {
  return at - (at % DAY_MILLISECONDS)
}
