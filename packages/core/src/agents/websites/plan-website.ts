import type { EpochMs } from '@replywright/contract/time.ts'
import { DAY_MILLISECONDS } from '../../platform/clock.ts'

/** Less than a day, because a schedule fires not exactly each day. */
const EVERY_MILLISECONDS = DAY_MILLISECONDS * (20 / 24)
/** Between two readings that are requested: a reading makes up to 200 requests to the site. */
const REQUEST_MILLISECONDS = 10 * 60 * 1000

/** When readings of a website began, ended and were requested. */
interface Reading {
  readonly startedAt?: EpochMs | undefined
  readonly finishedAt?: EpochMs | undefined
  readonly requestedAt?: EpochMs | undefined
}

/** Returns whether a website is being read, or is about to: a new one, or one whose reading was requested. */
export function isBeingRead({ startedAt, finishedAt, requestedAt }: Reading): boolean {
  if (startedAt === undefined || finishedAt === undefined) return true
  return requestedAt !== undefined && requestedAt > startedAt
}

/**
 * Decides whether a website is read now: a reading that was interrupted is continued. A repeated message changes nothing.
 */
export function planWebsite(reading: Reading, now: EpochMs): 'start' | 'continue' | 'done' {
  const { startedAt, finishedAt } = reading
  if (startedAt === undefined) return 'start'
  if (finishedAt === undefined) return 'continue'
  return isBeingRead(reading) || now - startedAt >= EVERY_MILLISECONDS ? 'start' : 'done'
}

type RequestVerdict = { readonly kind: 'accept' | 'being-read' } | { readonly kind: 'wait'; readonly seconds: number }

/** Decides whether a website may be read now because somebody asks for it, or after how many seconds. */
export function judgeRequest(reading: Reading, now: EpochMs): RequestVerdict {
  if (isBeingRead(reading)) return { kind: 'being-read' }
  const until = (reading.requestedAt ?? Number.NEGATIVE_INFINITY) + REQUEST_MILLISECONDS
  return until > now ? { kind: 'wait', seconds: Math.ceil((until - now) / 1000) } : { kind: 'accept' }
}

/** Returns when a reading that begins at `now` began: not before its request, whose clock may be ahead. */
export function startOf({ requestedAt = 0 }: Reading, now: EpochMs): EpochMs {
  return Math.max(now, requestedAt)
}
