import type { EpochMs } from '@replywright/contract/time.ts'
import { healthOf, problemsAt, type RaisedProblem } from '../../channel/numbers/health.ts'
import { findNumber } from '../../channel/numbers/numbers.ts'
import type { ChannelError, StatusReport } from '../../channel/port.ts'
import { DAY_MILLISECONDS } from '../../platform/clock.ts'
import { logError } from '../../platform/log/log.ts'
import { applyNotice } from './handle-notice.ts'

/** A problem that is reported again within this time is not stored again. */
const REPEATED_MILLISECONDS = 3_600_000

/**
 * Stores the problem of a number that the error of a message shows, and tells webhooks, at most once an hour. It ends a
 * day after the last error. A failure is only logged, because the message has failed anyway.
 */
export async function noteNumberProblem(
  phoneNumberId: string,
  error: ChannelError | undefined,
  now: EpochMs,
): Promise<void> {
  if (!error?.numberProblem) return
  const { topic, ...problem } = error.numberProblem
  const notice = { code: error.providerCode, message: error.message }
  await noteProblem(phoneNumberId, { topic, field: 'messages', problem, notice }, now)
}

interface Noted {
  readonly topic: string
  readonly field: string
  readonly problem: RaisedProblem
  readonly notice: Readonly<Record<string, unknown>>
}

/**
 * Stores a problem of a number that something else than a notice shows, and tells webhooks, at most once an hour. It
 * ends a day after the last sign. A failure is only logged.
 */
export async function noteProblem(
  phoneNumberId: string,
  { topic, field, problem, notice }: Noted,
  now: EpochMs,
): Promise<void> {
  const { code } = problem
  try {
    const number = await findNumber(phoneNumberId)
    if (!number) return
    const until = now + DAY_MILLISECONDS
    const isKnown = problemsAt(healthOf(number), now).some(
      (known) => known.code === code && until - (known.until ?? until) < REPEATED_MILLISECONDS,
    )
    if (isKnown) return
    const topics = { [topic]: [{ ...problem, until }] }
    const about = { waId: undefined, phoneNumberId, at: now, field, code, topics, notice }
    await applyNotice(number, { notice: about, raw: JSON.stringify(notice), now })
  } catch (failure) {
    logError('number.problem-not-stored', failure, { code })
  }
}

/** The topic of a missing payment, which the channel's errors raise and no notice lifts. */
const PAYMENT = 'payment'

/** Returns whether a number, as it is stored, lacks a payment at `now`. */
export function isUnpaid(number: { readonly health?: string | undefined }, now: EpochMs): boolean {
  const topic = healthOf(number).topics[PAYMENT]
  return topic !== undefined && problemsAt({ topics: { [PAYMENT]: topic } }, now).length > 0
}

/** Returns whether a status shows that the channel charged the business for a message. Free ones are delivered without a payment, too. */
export function showsPayment({ status, pricing }: Pick<StatusReport, 'status' | 'pricing'>): boolean {
  return (status === 'delivered' || status === 'read') && pricing?.billable === true
}

/**
 * Lifts the missing payment of a number after a message was delivered and charged that was sent later than the problem
 * was reported, and tells webhooks. A failure is only logged.
 */
export async function liftPayment(
  phoneNumberId: string,
  sentAt: EpochMs,
  { status, pricing, waId }: Pick<StatusReport, 'status' | 'pricing' | 'waId'>,
  now: EpochMs,
): Promise<void> {
  try {
    const number = await findNumber(phoneNumberId)
    if (!number || !isUnpaid(number, now) || sentAt <= (healthOf(number).topics[PAYMENT]?.at ?? 0)) return
    const notice = { status, pricing }
    const about = {
      waId: undefined,
      phoneNumberId,
      at: now,
      field: 'messages',
      code: status,
      topics: { [PAYMENT]: [] },
      notice,
    }
    await applyNotice(number, { notice: about, raw: JSON.stringify({ ...notice, waId }), now })
  } catch (failure) {
    logError('number.problem-not-lifted', failure, { topic: PAYMENT })
  }
}
