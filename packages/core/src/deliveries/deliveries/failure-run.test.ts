import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { derivedTimeId, timeOfId } from '../../platform/clock.ts'
import {
  DISABLE_AFTER_FAILURES,
  type FinalOutcome,
  FRESH_SUCCESS_MILLISECONDS,
  failuresInARow,
  finalOutcomeOf,
  refutes,
  searchedSince,
  suspicionOf,
} from './failure-run.ts'

const AT = 1_795_167_600_000

function ended(kind: FinalOutcome['kind'], finishedAt: number, begunAt = finishedAt - 100): FinalOutcome {
  return { deliveryId: `d${finishedAt}`, kind, begunAt, finishedAt }
}
/** So many failures, one each second, the latest first; the last of them at `AT`. */
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
    ['of a failure is kept', failed, { ...kept, kind: 'failed' }],
    ['of a delivery to a disabled webhook is not', { ...failed, cause: 'webhook_disabled' }, undefined],
    ['of a redriven delivery that failed again is not', { ...failed, roundStart: 4 }, undefined],
    ['of a test event is not', { ...failed, event: 'test.ping' }, undefined],
    ['of a delivery that is pending is not', { ...failed, status: 'pending', finishedAt: undefined }, undefined],
    ['of a fresh success is not', delivered, undefined],
    ['of a success 30 s after its event is not', { ...delivered, finishedAt: AT + 30_000 }, undefined],
    [
      'of a later success is kept',
      { ...delivered, finishedAt: AT + 30_001 },
      { ...kept, kind: 'delivered', finishedAt: AT + 30_001 },
    ],
    [
      'of a redriven delivery that succeeded is kept',
      { ...delivered, roundStart: 4, finishedAt: AT + 99_000 },
      { ...kept, kind: 'delivered', finishedAt: AT + 99_000 },
    ],
    [
      'of a test event that succeeded late is not',
      { ...delivered, event: 'test.ping', finishedAt: AT + 99_000 },
      undefined,
    ],
  ] as const)('%s', (_, delivery, outcome) => {
    expect(finalOutcomeOf({ ...delivery, attempts })).toEqual(outcome)
  })
})

describe('failures in a row', () => {
  test.each([
    ['none', [], {}, 0, 0],
    ['all failures', failures(7), {}, 0, 7],
    ['at most 20', failures(40), {}, 0, 20],
    ['those after a success', [...failures(7), ended('delivered', AT - 6500), ...failures(9)], {}, 0, 7],
    ['none when the last one succeeded', [ended('delivered', AT + 1), ...failures(7)], {}, 0, 0],
    ['those after a success that left no outcome', failures(7), {}, AT - 2000, 2],
    ['those begun since the webhook was enabled', failures(7), { enabledAt: AT - 2100 }, 0, 3],
  ] as const)('are %s', (_, outcomes, webhook, succeededAt, count) => {
    expect(failuresInARow(outcomes, webhook, succeededAt)).toHaveLength(count)
  })

  test('count when they began after enabling, whatever ended in between', () => {
    const stale = ended('failed', AT - 500, AT - 60_000)
    const outcomes = [ended('failed', AT), stale, ended('failed', AT - 1000)]
    expect(failuresInARow(outcomes, { enabledAt: AT - 2000 })).toEqual([outcomes[0], outcomes[2]])
  })
})

describe('a suspicion', () => {
  test.each([
    ['19 failures are none', failures(19), {}],
    ['20 failures with a success in between are none', [...failures(10), ended('delivered', AT - 9500)], {}],
    ['20 failures of which one is from before it was enabled are none', failures(20), { enabledAt: AT - 19_050 }],
  ] as const)('%s', (_, outcomes, webhook) => {
    expect(suspicionOf(outcomes, webhook)).toBeUndefined()
  })

  const [last] = failures(1)
  const first = failures(20).at(-1)
  const suspicion = suspicionOf(failures(33), { enabledAt: AT - 19_100 })

  test('is what the last 20 failures are, from the first to the last', () => {
    expect(suspicion).toEqual({ first, last })
  })

  test.each([
    ['after the first failure', { status: 'delivered', finishedAt: AT - 18_999 }, true],
    ['before the first failure', { status: 'delivered', finishedAt: AT - 19_001 }, false],
    ['of a test event', { status: 'delivered', finishedAt: AT, event: 'test.ping' }, false],
    ['that is still to come', { status: 'pending' }, false],
    ['that is a failure', { status: 'failed', finishedAt: AT }, false],
  ] as const)('by a success %s: %o is refuted: %s', (_, delivery, isRefuted) => {
    const searched = { event: 'message.received', finishedAt: undefined, ...delivery } as const
    expect(suspicion && refutes(suspicion, searched)).toBe(isRefuted)
  })
})

/** A delivery as its endpoint answers it: when its event was, how long it took until it ended, and how. */
interface Answered {
  readonly at: number
  readonly tookMs: number
  readonly ok: boolean
}

/**
 * When the last search for a success is made that refutes a failure at `now`: after a second, and then while attempts are still
 * made that began before, for five seconds at most.
 */
function lastSearchAt(deliveries: readonly Answered[], now: number): number {
  let at = now + 1000
  const isAttempted = () => deliveries.some((one) => one.at <= now && one.at + one.tookMs > at)
  while (at < now + 5000 && isAttempted()) at += 1000
  return at
}

/**
 * What happens to a webhook whose endpoint answers so: every delivery is recorded when it ends, and a suspicion is tried on
 * what is recorded by then and until the last search. Returns when the webhook was disabled, in milliseconds.
 */
function disabledAt(deliveries: readonly Answered[]): number | undefined {
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
    const suspicion = outcome?.kind === 'failed' && suspicionOf(outcomes, {})
    if (!suspicion) continue
    const now = delivery.finishedAt
    const success = log
      .filter(
        ({ id, finishedAt }) => timeOfId(id) >= searchedSince(suspicion) && finishedAt <= lastSearchAt(deliveries, now),
      )
      .findLast((one) => refutes(suspicion, one))
    if (!success) return now
    const place = outcomes.findIndex(({ finishedAt }) => finishedAt <= success.finishedAt)
    outcomes.splice(Math.max(0, place), 0, ended('delivered', success.finishedAt))
  }
  return undefined
}

const everyMs = (gap: number, count: number, answer: (index: number) => Omit<Answered, 'at'>): Answered[] =>
  Array.from({ length: count }, (_, index) => ({ at: AT + index * gap, ...answer(index) }))

describe('a webhook', () => {
  test('that takes nine of ten deliveries after 3 s, 100 a second, is never disabled', () => {
    const minute = everyMs(10, 6000, (index) => {
      const ok = index % 10 !== 0
      return { ok, tookMs: ok ? 3000 : 40 }
    })
    expect(disabledAt(minute)).toBeUndefined()
  })

  test('that fails 20 times in a row is disabled by the 20th', () => {
    const outcomes = everyMs(1000, 60, (index) => ({ ok: index < 5, tookMs: 40 }))
    expect(disabledAt(outcomes)).toBe(AT + 24_040)
  })

  test.each([0, 10, 18])('whose success began before the first failure and ended after failure %i is not', (index) => {
    const failing = everyMs(1000, 19, () => ({ ok: false, tookMs: 40 }))
    const slow = { at: AT - 5000, tookMs: 5000 + index * 1000 + 500, ok: true }
    const after = { at: AT + 19_000, tookMs: 40, ok: false }
    expect(disabledAt([slow, ...failing, after])).toBeUndefined()
    expect(disabledAt([...failing, after])).toBe(AT + 19_040)
  })

  test('is disabled exactly when the last 20 that ended failed', () => {
    const Delivery = fc.record({
      at: fc.integer({ min: AT, max: AT + 120_000 }),
      tookMs: fc.integer({ min: 1, max: 2 * FRESH_SUCCESS_MILLISECONDS }),
      ok: fc.integer({ min: 0, max: 19 }).map((number) => number === 0),
    })
    fc.assert(
      fc.property(fc.array(Delivery, { minLength: 15, maxLength: 120 }), (deliveries) => {
        const byEnd = deliveries.toSorted((a, b) => a.at + a.tookMs - b.at - b.tookMs)
        const ends = byEnd.map(({ at, tookMs }) => at + tookMs)
        // What ends at the same moment has no order.
        fc.pre(new Set(ends).size === ends.length)
        const isSearched = (now: number, end: number) => end > now && end <= lastSearchAt(deliveries, now)
        const isRun = (index: number) =>
          index + 1 >= DISABLE_AFTER_FAILURES &&
          byEnd.slice(index + 1 - DISABLE_AFTER_FAILURES, index + 1).every(({ ok }) => !ok) &&
          // A success until the last search refutes it, too.
          !byEnd.some(({ ok, at, tookMs }) => ok && isSearched(ends[index] ?? 0, at + tookMs))
        const place = byEnd.findIndex((_, index) => isRun(index))
        expect(disabledAt(deliveries)).toBe(ends[place])
      }),
      { numRuns: 300 },
    )
  })
})
