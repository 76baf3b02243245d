import type { Replay } from '@replywright/contract/replays.ts'
import { expect, test } from 'vitest'
import { endText, pollAfter, progressText } from './result-words.ts'

const ENDED = Date.UTC(2026, 10, 29, 12)
const done: Replay = {
  ...{ id: 'r', webhookId: 'w', since: '', until: '', event: null, startedAt: '', updatedAt: '' },
  ...{ status: 'done', cancelReason: null, finishedAt: new Date(ENDED).toISOString() },
  ...{ total: 1284, replayed: 1284, delivered: 1279, failed: 5 },
}

test.each([
  [{}, '1,279 delivered, 5 failed'],
  [{ delivered: 1284, failed: 0 }, '1,284 delivered'],
  [{ delivered: 0, failed: 1284 }, '1,284 failed'],
  [{ delivered: 1200, failed: 0 }, '1,200 delivered, 84 pending'],
  [{ delivered: 0, failed: 0 }, '1,284 pending'],
  [{ replayed: 0, delivered: 0, failed: 0 }, '0 delivered'],
  [{ delivered: null, failed: null }, '1,284 deliveries replayed'],
  [
    { status: 'cancelled', cancelReason: 'requested', replayed: 25, delivered: 20, failed: 0 },
    'Replay stopped. 25 of 1,284 replayed: 20 delivered, 5 pending',
  ],
  [
    { status: 'cancelled', cancelReason: 'webhook_disabled', replayed: 25, delivered: 0, failed: 25 },
    'Stopped because the endpoint was disabled. 25 of 1,284 replayed: 25 failed',
  ],
] as const)('a replay that ended with %o', (change, text) => {
  expect(endText({ ...done, ...change })).toBe(text)
})

test('a running replay shows its results so far', () => {
  const running = { ...done, status: 'running' as const, finishedAt: null }
  expect(progressText({ ...running, replayed: 0, delivered: 0, failed: 0 })).toBe('0 of 1,284 replayed')
  expect(progressText({ ...running, replayed: 150, delivered: 120, failed: 0 })).toBe(
    '150 of 1,284 replayed: 120 delivered, 30 pending',
  )
  expect(progressText({ ...running, replayed: 150, delivered: null, failed: null })).toBe('150 of 1,284 replayed')
})

test('replays are read again while they run, and until their copies have results', () => {
  const settling = { ...done, delivered: 1 }
  expect(pollAfter([done, { ...done, status: 'running' }], ENDED)).toBe(1500)
  expect(pollAfter([done], ENDED + 1000)).toBe(false)
  expect(pollAfter([settling], ENDED + 1000)).toBe(3000)
  expect(pollAfter([settling], ENDED + 300_000)).toBe(false)
  expect(pollAfter([{ ...settling, delivered: null }], ENDED + 1000)).toBe(false)
})
