import { describe, expect, test } from 'vitest'
import { decideWindow, SCHEDULE_MARGIN_MILLISECONDS, type WatchedConversation } from './decide-window.ts'

const DAY = { windowSeconds: 86_400, expiringLeadSeconds: 3600 }
const L = 1_795_167_600_000
const EXPIRING_AT = L + 23 * 3_600_000
const CLOSED_AT = L + 24 * 3_600_000
const LATER = 60_000

const EXPIRING = { event: 'subscription.service_window.expiring', at: EXPIRING_AT } as const
const CLOSED = { event: 'subscription.service_window.closed', at: CLOSED_AT } as const
const REST = { kind: 'rest' } as const
const arm = (fireAt: number) => ({ kind: 'arm', fireAt })
const notify = (...events: readonly object[]) => ({ kind: 'notify', events })
const written = (more: Partial<WatchedConversation> = {}): WatchedConversation => ({ lastInboundAt: L, ...more })

describe('a window', () => {
  test.each([
    ['that never was rests', {}, L, REST],
    ['that is new is armed for its expiring', written(), L + 5, arm(EXPIRING_AT)],
    ['that is armed rests', written({ armed: EXPIRING_AT }), L + 5, REST],
    ['is not expiring a moment before', written(), EXPIRING_AT - LATER, arm(EXPIRING_AT)],
    ['is expiring to the millisecond', written({ armed: EXPIRING_AT }), EXPIRING_AT, notify(EXPIRING)],
    [
      'that was told is armed for its end',
      written({ armed: EXPIRING_AT, expiringFor: L }),
      EXPIRING_AT,
      arm(CLOSED_AT),
    ],
    ['that was told and is armed rests', written({ armed: CLOSED_AT, expiringFor: L }), EXPIRING_AT + LATER, REST],
    ['is closed to the millisecond', written({ armed: CLOSED_AT, expiringFor: L }), CLOSED_AT, notify(CLOSED)],
    ['that is looked at too late is expiring, then closed', written(), CLOSED_AT + LATER, notify(EXPIRING, CLOSED)],
    ['that was closed rests for ever', written({ expiringFor: L, closedFor: L }), CLOSED_AT + LATER, REST],
    [
      'that was closed and is armed by somebody late rests',
      written({ expiringFor: L, closedFor: L, armed: CLOSED_AT }),
      CLOSED_AT + LATER,
      REST,
    ],
  ] as const)('%s', (_, conversation, now, step) => {
    expect(decideWindow(conversation, DAY, now)).toEqual(step)
  })
})

describe('a message that comes when the window before', () => {
  const before = L - 10 * 3_600_000
  test.each([
    ['is armed needs no other schedule', { armed: before + 23 * 3_600_000 }, L, REST],
    ['is told needs no other schedule', { armed: before + 24 * 3_600_000, expiringFor: before }, L, REST],
    [
      'is checked is armed anew, without an event of the old one',
      { armed: before + 23 * 3_600_000 },
      before + 23 * 3_600_000,
      arm(EXPIRING_AT),
    ],
    ['is closed begins a window of its own', { expiringFor: before, closedFor: before }, EXPIRING_AT, notify(EXPIRING)],
  ] as const)('%s', (_, more, now, step) => {
    expect(decideWindow(written(more), DAY, now)).toEqual(step)
  })
})

describe('a schedule', () => {
  test('that came a moment early by this clock is replaced by a later one', () => {
    const step = decideWindow(written({ armed: EXPIRING_AT }), DAY, EXPIRING_AT - 40)
    expect(step).toEqual(arm(EXPIRING_AT + SCHEDULE_MARGIN_MILLISECONDS))
  })

  test('is never made into the past, and always for a whole second', () => {
    const now = EXPIRING_AT - 1
    const step = decideWindow(written(), DAY, now)
    expect(step).toEqual(arm(EXPIRING_AT + 2000))
    expect(decideWindow({ lastInboundAt: L + 1 }, DAY, L + 1)).toEqual(arm(EXPIRING_AT + 1000))
    expect(decideWindow({ lastInboundAt: L + 1, armed: EXPIRING_AT + 1000 }, DAY, L + 1)).toEqual(REST)
  })

  test('that fires after what is due next is too late, as when the settings changed', () => {
    expect(decideWindow(written({ armed: CLOSED_AT }), DAY, L)).toEqual(arm(EXPIRING_AT))
  })

  test('that should have fired is made again', () => {
    expect(decideWindow(written({ armed: L + 5000 }), DAY, L + LATER)).toEqual(arm(EXPIRING_AT))
  })
})

test('without a lead both events are due at the end', () => {
  const length = { windowSeconds: 60, expiringLeadSeconds: 0 }
  const end = L + 60_000
  expect(decideWindow(written(), length, L)).toEqual(arm(end))
  expect(decideWindow(written(), length, end)).toEqual(notify({ ...EXPIRING, at: end }, { ...CLOSED, at: end }))
})
