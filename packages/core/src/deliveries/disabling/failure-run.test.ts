import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { derivedTimeId, timeOfId } from '../../platform/clock.ts'
import {
  DISABLE_AFTER_FAILURES,
  type FinalOutcome,
  FRESH_SUCCESS_MILLISECONDS,
  failuresInARow,
  finalOutcomeOf,
  findFailureRun,
  interrupts,
  searchedSince,
} from './failure-run.ts'

const AT = 1_795_167_600_000

function ended(kind: FinalOutcome['kind'], finishedAt: number, begunAt = finishedAt - 100): FinalOutcome {
  return { deliveryId: `d${finishedAt}`, kind, begunAt, finishedAt }
}
/** Returns failures one second apart, newest first; the newest ended at `AT`. */
const failures = (count: number) => Array.from({ length: count }, (_, index) => ended('failed', AT - index * 1000))

describe('a final outcome', () => {
  const id = derivedTimeId(AT, 'delivery')
  const failed = {
    id,
    event: 'message.received',
    status: 'failed',
    cause: 'client_error',
    roundStart: 0,
    createdAt: AT,
    finishedAt: AT + 500,
  } as const
  const attempts = [{ at: AT + 100, durationMs: 10 }]
  const delivered = { ...failed, status: 'delivered', cause: undefined } as const
  const kept = { deliveryId: id, begunAt: AT + 100, finishedAt: AT + 500 }

  test.each([
    ['exists for a failure', failed, { ...kept, kind: 'failed' }],
    ['does not exist for a delivery to a disabled webhook', { ...failed, cause: 'webhook_disabled' }, undefined],
    [
      'does not exist for a redriven delivery that failed again',
      { ...failed, roundStart: 4, finishedAt: AT + 99_000 },
      undefined,
    ],
    ['does not exist for a test event', { ...failed, event: 'test.ping' }, undefined],
    ['does not exist for a pending delivery', { ...failed, status: 'pending', finishedAt: undefined }, undefined],
    ['does not exist for a fresh success', delivered, undefined],
    ['does not exist for a success 30 s after its event', { ...delivered, finishedAt: AT + 30_000 }, undefined],
    [
      'exists for a later success',
      { ...delivered, finishedAt: AT + 30_001 },
      { ...kept, kind: 'delivered', finishedAt: AT + 30_001 },
    ],
    [
      'exists for a redriven delivery that succeeded',
      { ...delivered, roundStart: 4, finishedAt: AT + 99_000 },
      { ...kept, kind: 'delivered', finishedAt: AT + 99_000 },
    ],
    [
      'does not exist for a test event that succeeded late',
      { ...delivered, event: 'test.ping', finishedAt: AT + 99_000 },
      undefined,
    ],
  ] as const)('%s', (_, delivery, outcome) => {
    expect(finalOutcomeOf({ ...delivery, attempts })).toEqual(outcome)
  })
})

describe('consecutive failures', () => {
  test.each([
    ['none', [], {}, 0, 0],
    ['all failures', failures(7), {}, 0, 7],
    ['at most 20', failures(40), {}, 0, 20],
    ['the ones after a success', [...failures(7), ended('delivered', AT - 6500), ...failures(9)], {}, 0, 7],
    [
      'the ones after a success that ended together with a failure',
      [...failures(3), ended('delivered', AT - 2000)],
      {},
      0,
      2,
    ],
    ['none when the last one succeeded', [ended('delivered', AT + 1), ...failures(7)], {}, 0, 0],
    ['the ones after a success that left no outcome', failures(7), {}, AT - 2000, 2],
    ['the ones that began after the webhook was enabled', failures(7), { enabledAt: AT - 2100 }, 0, 3],
  ] as const)('are %s', (_, outcomes, webhook, succeededAt, count) => {
    expect(failuresInARow(outcomes, webhook, succeededAt)).toHaveLength(count)
  })

  test('count if they began after the webhook was enabled, whatever ended in between', () => {
    const stale = ended('failed', AT - 500, AT - 60_000)
    const outcomes = [ended('failed', AT), stale, ended('failed', AT - 1000)]
    expect(failuresInARow(outcomes, { enabledAt: AT - 2000 })).toEqual([outcomes[0], outcomes[2]])
  })
})

describe('a failure run', () => {
  test.each([
    ['does not exist for 19 failures', failures(19), {}],
    ['does not exist for 20 failures with a success in between', [...failures(10), ended('delivered', AT - 9500)], {}],
    [
      'does not exist if one of 20 failures began before the webhook was enabled',
      failures(20),
      { enabledAt: AT - 19_050 },
    ],
  ] as const)('%s', (_, outcomes, webhook) => {
    expect(findFailureRun(outcomes, webhook)).toBeUndefined()
  })

  const [last] = failures(1)
  const first = failures(20).at(-1)
  const run = findFailureRun(failures(33), { enabledAt: AT - 19_100 })

  test('holds the first and the last of the last 20 failures', () => {
    expect(run).toEqual({ first, last })
  })

  test.each([
    ['after the first failure', { status: 'delivered', finishedAt: AT - 18_999 }, true],
    ['at the end of the first failure', { status: 'delivered', finishedAt: AT - 19_000 }, true],
    ['before the first failure', { status: 'delivered', finishedAt: AT - 19_001 }, false],
    ['of a test event', { status: 'delivered', finishedAt: AT, event: 'test.ping' }, false],
    ['of a pending delivery', { status: 'pending' }, false],
    ['of a failed delivery', { status: 'failed', finishedAt: AT }, false],
  ] as const)('is interrupted by a success %s: %o → %s', (_, delivery, isInterrupted) => {
    const searched = { event: 'message.received', finishedAt: undefined, ...delivery } as const
    expect(run && interrupts(run, searched)).toBe(isInterrupted)
  })
})

/** A delivery: the time of its event, its duration, and whether it succeeds. */
interface SimulatedDelivery {
  readonly at: number
  readonly tookMs: number
  readonly ok: boolean
}

/** Returns the time of the last search: a second after `now`, or while earlier attempts run, at most five seconds. */
function lastSearchAt(deliveries: readonly SimulatedDelivery[], now: number): number {
  let at = now + 1000
  const isAttempted = () => deliveries.some((one) => one.at <= now && one.at + one.tookMs > at)
  while (at < now + 5000 && isAttempted()) at += 1000
  return at
}

/**
 * Simulates a webhook with these deliveries. Each delivery is recorded when it ends. A run is checked against what is
 * recorded until the last search. Returns when the webhook was disabled, in milliseconds.
 */
function disabledAt(deliveries: readonly SimulatedDelivery[]): number | undefined {
  const log = deliveries
    .map(({ at, tookMs, ok }, index) => ({
      id: derivedTimeId(at, String(index)),
      event: 'message.received' as const,
      status: ok ? ('delivered' as const) : ('failed' as const),
      cause: ok ? undefined : ('client_error' as const),
      roundStart: 0,
      createdAt: at,
      finishedAt: at + tookMs,
      attempts: [{ at, durationMs: tookMs }],
    }))
    .toSorted((a, b) => a.finishedAt - b.finishedAt)
  const outcomes: FinalOutcome[] = []
  for (const delivery of log) {
    const outcome = finalOutcomeOf(delivery)
    if (outcome) outcomes.unshift(outcome)
    const run = outcome?.kind === 'failed' && findFailureRun(outcomes, {})
    if (!run) continue
    const now = delivery.finishedAt
    const success = log
      .filter(({ id, finishedAt }) => timeOfId(id) >= searchedSince(run) && finishedAt <= lastSearchAt(deliveries, now))
      .findLast((one) => interrupts(run, one))
    if (!success) return now
    const index = outcomes.findIndex(({ finishedAt }) => finishedAt <= success.finishedAt)
    outcomes.splice(Math.max(0, index), 0, ended('delivered', success.finishedAt))
  }
  return undefined
}

const everyMs = (
  gap: number,
  count: number,
  resultOf: (index: number) => Omit<SimulatedDelivery, 'at'>,
): SimulatedDelivery[] => Array.from({ length: count }, (_, index) => ({ at: AT + index * gap, ...resultOf(index) }))

describe('a webhook', () => {
  test('that accepts nine of ten deliveries after 3 s, 100 per second, is never disabled', () => {
    const tenSeconds = everyMs(10, 1000, (index) => {
      const ok = index % 10 !== 0
      return { ok, tookMs: ok ? 3000 : 40 }
    })
    expect(disabledAt(tenSeconds)).toBeUndefined()
  })

  test('is disabled by the 20th consecutive failure', () => {
    const outcomes = everyMs(1000, 60, (index) => ({ ok: index < 5, tookMs: 40 }))
    expect(disabledAt(outcomes)).toBe(AT + 24_040)
  })

  test.each([0, 10, 18])(
    'is not disabled if a success began before the first failure and ended after failure %i',
    (index) => {
      const failing = everyMs(1000, 19, () => ({ ok: false, tookMs: 40 }))
      const slow = { at: AT - 5000, tookMs: 5000 + index * 1000 + 500, ok: true }
      const after = { at: AT + 19_000, tookMs: 40, ok: false }
      expect(disabledAt([slow, ...failing, after])).toBeUndefined()
      expect(disabledAt([...failing, after])).toBe(AT + 19_040)
    },
  )

  test('is disabled exactly when the last 20 deliveries to end failed', () => {
    const Delivery = fc.record({
      at: fc.integer({ min: AT, max: AT + 120_000 }),
      tookMs: fc.integer({ min: 1, max: 2 * FRESH_SUCCESS_MILLISECONDS }),
      ok: fc.integer({ min: 0, max: 19 }).map((number) => number === 0),
    })
    fc.assert(
      fc.property(fc.array(Delivery, { minLength: 15, maxLength: 120 }), (deliveries) => {
        const byEnd = deliveries.toSorted((a, b) => a.at + a.tookMs - b.at - b.tookMs)
        const ends = byEnd.map(({ at, tookMs }) => at + tookMs)
        // Deliveries that end at the same time have no order.
        fc.pre(new Set(ends).size === ends.length)
        const isSearched = (now: number, end: number) => end > now && end <= lastSearchAt(deliveries, now)
        const isRun = (index: number) =>
          index + 1 >= DISABLE_AFTER_FAILURES &&
          byEnd.slice(index + 1 - DISABLE_AFTER_FAILURES, index + 1).every(({ ok }) => !ok) &&
          // A success until the last search interrupts the run, too.
          !byEnd.some(({ ok, at, tookMs }) => ok && isSearched(ends[index] ?? 0, at + tookMs))
        const index = byEnd.findIndex((_, index) => isRun(index))
        expect(disabledAt(deliveries)).toBe(ends[index])
      }),
      { numRuns: 300 },
    )
  })
})
