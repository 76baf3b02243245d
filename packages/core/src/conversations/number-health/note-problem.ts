import { healthOf, problemsAt } from '../../channel/numbers/health.ts'
import { findNumber } from '../../channel/numbers/numbers.ts'
import type { ChannelError } from '../../channel/port.ts'
import { DAY_MILLISECONDS } from '../../platform/clock.ts'
import { logError } from '../../platform/log/log.ts'
import { applyNotice } from './handle-notice.ts'

/** A problem that is reported again within this time is not stored again. */
const REPEATED_MILLISECONDS = 3_600_000

/**
 * Stores the problem of a number that the error of a message shows, and tells webhooks, at most once an hour. It ends a day after the last
 * error. A failure is only logged, because the message has failed anyway. `now` in milliseconds.
 */
export async function noteNumberProblem(
  phoneNumberId: string,
  error: ChannelError | undefined,
  now: number,
): Promise<void> {
  const problem = error?.numberProblem
  if (!problem) return
  try {
    const number = await findNumber(phoneNumberId)
    if (!number) return
    const until = now + DAY_MILLISECONDS
    const isKnown = problemsAt(healthOf(number), now).some(
      (known) => known.code === problem.code && until - (known.until ?? until) < REPEATED_MILLISECONDS,
    )
    if (isKnown) return
    const { code } = problem
    const notice = { code: error.providerCode, message: error.message }
    const topics = { payment: [{ ...problem, until }] }
    const about = { waId: undefined, phoneNumberId, at: now, field: 'messages', code, topics, notice }
    await applyNotice(number, { notice: about, raw: JSON.stringify(notice), now })
  } catch (failure) {
    logError('number.problem-not-stored', failure, { code: problem.code })
  }
}
