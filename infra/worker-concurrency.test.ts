import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type ConcurrencySettings,
  defaultReserve,
  fitsQuota,
  LEAST_QUOTA,
  workerConcurrency,
} from './worker-concurrency.ts'

const FULL = { deliver: 50, deliverSlow: 25, answer: 20, window: 10, replay: 5, extract: 10, prove: 5 }

const settings = (accountConcurrency: number, others: Partial<ConcurrencySettings> = {}): ConcurrencySettings => ({
  accountConcurrency,
  ingressReservedConcurrency: 0,
  ...others,
})
const total = (of: ConcurrencySettings) => Object.values(workerConcurrency(of)).reduce((sum, each) => sum + each, 0)

test.each([
  [1_000, FULL],
  [250, FULL],
  [100, { deliver: 19, deliverSlow: 9, answer: 7, window: 3, replay: 2, extract: 3, prove: 5 }],
  [50, { deliver: 9, deliverSlow: 4, answer: 3, window: 2, replay: 2, extract: 2, prove: 3 }],
  [10, { deliver: 2, deliverSlow: 2, answer: 2, window: 2, replay: 2, extract: 2, prove: 2 }],
])('a quota of %i', (quota, workers) => {
  expect(workerConcurrency(settings(quota))).toEqual(workers)
})

test('does not scale a configured maximum, and scales the others to the rest', () => {
  const chosen = settings(100, { deliverMaximumConcurrency: 30 })
  expect(workerConcurrency(chosen)).toMatchObject({ deliver: 30, answer: 7, window: 3, replay: 2, extract: 3 })
  expect(fitsQuota(settings(1_000, { deliverMaximumConcurrency: 974 }))).toBe(true)
  expect(fitsQuota(settings(1_000, { deliverMaximumConcurrency: 993 }))).toBe(false)
})

test.each([
  [1_000, 30, 15],
  [1_000, 900, 92],
  [1_000, 992, 2],
])(
  'with a quota of %i and %i batches, attempts at slow endpoints get %i: half, or what remains',
  (quota, deliver, slow) => {
    expect(workerConcurrency(settings(quota, { deliverMaximumConcurrency: deliver })).deliverSlow).toBe(slow)
  },
)

test('excludes the reserved concurrency of the ingress', () => {
  expect(workerConcurrency(settings(200, { ingressReservedConcurrency: 100 }))).toEqual(
    workerConcurrency(settings(100)),
  )
})

test.each([
  ['half', 50, 2_000, 0.5],
  ['30 %', LEAST_QUOTA, 49, 0.3],
])('leaves at least %s of a quota from %i to %i, with at least 2 for each worker', (_, min, max, share) => {
  for (let quota = min; quota <= max; quota++) {
    const reserved = settings(quota, { ingressReservedConcurrency: defaultReserve({ accountConcurrency: quota }) })
    expect(Math.min(...Object.values(workerConcurrency(reserved)))).toBeGreaterThanOrEqual(2)
    expect((quota - total(reserved)) / quota).toBeGreaterThanOrEqual(share)
  }
})

test.each([
  [1_000, {}, 200],
  [5_000, {}, 1_000],
  [120, {}, 20],
  [100, {}, 0],
  [10, {}, 0],
  [1_000, { deliverMaximumConcurrency: 900 }, 92],
])('reserves of a quota of %i with %o are %i for the ingress', (accountConcurrency, maxima, reserve) => {
  expect(defaultReserve({ accountConcurrency, ...maxima })).toBe(reserve)
})

test('the default reserve always fits beside the workers', () => {
  fc.assert(
    fc.property(fc.integer({ min: 10, max: 5_000 }), fc.integer({ min: 2, max: 5_000 }), (quota, deliver) => {
      const chosen = { accountConcurrency: quota, deliverMaximumConcurrency: deliver }
      const reserved = settings(quota, { ...chosen, ingressReservedConcurrency: defaultReserve(chosen) })
      expect(fitsQuota(reserved)).toBe(fitsQuota(settings(quota, chosen)))
    }),
  )
})
