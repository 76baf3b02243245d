import { describe, expect, test } from 'vitest'
import {
  decideWindow,
  isOverdue,
  needsArming,
  OVERDUE_MILLISECONDS,
  SCHEDULE_MARGIN_MILLISECONDS,
  unchangedWindow,
  type WatchedConversation,
  windowSecondsLeft,
} from './window.ts'

const NOW = 1_795_167_600_000

test.each([
  ['a customer who never wrote', undefined, 0],
  ['a message just now', NOW, 86_400],
  ['a message half a second ago', NOW - 500, 86_399],
  ['a message an hour ago', NOW - 3_600_000, 82_800],
  ['the last second', NOW - 86_399_000, 1],
  ['exactly a day ago', NOW - 86_400_000, 0],
  ['two days ago', NOW - 172_800_000, 0],
])('returns the seconds left after %s', (_, lastInboundAt, seconds) => {
  expect(windowSecondsLeft(lastInboundAt, 86_400, NOW)).toBe(seconds)
})

const DAY = { windowSeconds: 86_400, expiringLeadSeconds: 3600 }
const L = 1_795_167_600_000
const EXPIRING_AT = L + 23 * 3_600_000
const CLOSED_AT = L + 24 * 3_600_000
const LATER = 60_000

const EXPIRING = { event: 'subscription.service_window.expiring', at: EXPIRING_AT } as const
const CLOSED = { event: 'subscription.service_window.closed', at: CLOSED_AT } as const
const NONE = { kind: 'none' } as const
const arm = (fireAt: number) => ({ kind: 'arm', fireAt })
const notify = (...events: readonly object[]) => ({ kind: 'notify', events })
const notifyAndArm = (event: object, fireAt: number) => ({ ...notify(event), fireAt })
const written = (more: Partial<WatchedConversation> = {}): WatchedConversation => ({ lastInboundAt: L, ...more })

describe('a window', () => {
  test.each([
    ['that never opened needs nothing', {}, L, NONE],
    ['that is new is armed for its expiring event', written(), L + 5, arm(EXPIRING_AT)],
    ['that is armed needs nothing', written({ armed: EXPIRING_AT }), L + 5, NONE],
    ['is not expiring a minute early', written(), EXPIRING_AT - LATER, arm(EXPIRING_AT)],
    ['is expiring to the millisecond', written({ armed: EXPIRING_AT }), EXPIRING_AT, notifyAndArm(EXPIRING, CLOSED_AT)],
    [
      'whose expiring event was sent is armed for its end',
      written({ armed: EXPIRING_AT, expiringFor: L }),
      EXPIRING_AT,
      arm(CLOSED_AT),
    ],
    [
      'whose expiring event was sent and that is armed needs nothing',
      written({ armed: CLOSED_AT, expiringFor: L }),
      EXPIRING_AT + LATER,
      NONE,
    ],
    ['is closed to the millisecond', written({ armed: CLOSED_AT, expiringFor: L }), CLOSED_AT, notify(CLOSED)],
    ['that is checked too late is expiring, then closed', written(), CLOSED_AT + LATER, notify(EXPIRING, CLOSED)],
    ['that was closed needs nothing', written({ expiringFor: L, closedFor: L }), CLOSED_AT + LATER, NONE],
    [
      'that was closed and armed afterwards needs nothing',
      written({ expiringFor: L, closedFor: L, armed: CLOSED_AT }),
      CLOSED_AT + LATER,
      NONE,
    ],
  ] as const)('%s', (_, conversation, now, step) => {
    expect(decideWindow(conversation, DAY, now)).toEqual(step)
  })
})

describe('a message that arrives when the previous window', () => {
  const before = L - 10 * 3_600_000
  test.each([
    ['is armed needs no other schedule', { armed: before + 23 * 3_600_000 }, L, NONE],
    [
      'has sent its expiring event needs no other schedule',
      { armed: before + 24 * 3_600_000, expiringFor: before },
      L,
      NONE,
    ],
    [
      'is checked arms the new window, without an event of the old one',
      { armed: before + 23 * 3_600_000 },
      before + 23 * 3_600_000,
      arm(EXPIRING_AT),
    ],
    [
      'is closed opens a new window',
      { expiringFor: before, closedFor: before },
      EXPIRING_AT,
      notifyAndArm(EXPIRING, CLOSED_AT),
    ],
  ] as const)('%s', (_, more, now, step) => {
    expect(decideWindow(written(more), DAY, now)).toEqual(step)
  })
})

describe('a schedule', () => {
  test('that fires early by this clock is replaced by a later one', () => {
    const step = decideWindow(written({ armed: EXPIRING_AT }), DAY, EXPIRING_AT - 40)
    expect(step).toEqual(arm(EXPIRING_AT + SCHEDULE_MARGIN_MILLISECONDS))
  })

  test('that fires within the margin counts as fired', () => {
    const now = EXPIRING_AT - SCHEDULE_MARGIN_MILLISECONDS
    expect(decideWindow(written({ armed: EXPIRING_AT }), DAY, now)).toEqual(arm(EXPIRING_AT))
    expect(decideWindow(written({ armed: EXPIRING_AT }), DAY, now - 1)).toEqual(NONE)
  })

  test('is always in the future and on a whole second', () => {
    const now = EXPIRING_AT - 1
    const step = decideWindow(written(), DAY, now)
    expect(step).toEqual(arm(EXPIRING_AT + 2000))
    expect(decideWindow({ lastInboundAt: L + 1 }, DAY, L + 1)).toEqual(arm(EXPIRING_AT + 1000))
    expect(decideWindow({ lastInboundAt: L + 1, armed: EXPIRING_AT + 1000 }, DAY, L + 1)).toEqual(NONE)
  })

  test('that fires after the next event, for example after a settings change, is replaced', () => {
    expect(decideWindow(written({ armed: CLOSED_AT }), DAY, L)).toEqual(arm(EXPIRING_AT))
  })

  test('that should have fired is created again', () => {
    expect(decideWindow(written({ armed: L + 5000 }), DAY, L + LATER)).toEqual(arm(EXPIRING_AT))
  })
})

test('without a lead both events are due at the end', () => {
  const length = { windowSeconds: 60, expiringLeadSeconds: 0 }
  const end = L + 60_000
  expect(decideWindow(written(), length, L)).toEqual(arm(end))
  expect(decideWindow(written(), length, end)).toEqual(notify({ ...EXPIRING, at: end }, { ...CLOSED, at: end }))
})

const attributes = {
  lastInboundAt: 'lastInboundAt',
  armed: 'armed',
  expiringFor: 'expiringFor',
  closedFor: 'closedFor',
  routingVersion: 'routingVersion',
}
const operations = {
  eq: (attribute: string, value: number) => `${attribute} = ${value}`,
  notExists: (attribute: string) => `no ${attribute}`,
}

test('requires the same values and the same absent attributes', () => {
  expect(unchangedWindow({ lastInboundAt: 5, routingVersion: 0 })(attributes, operations)).toBe(
    'lastInboundAt = 5 AND no armed AND no expiringFor AND no closedFor AND routingVersion = 0',
  )
  const later = { lastInboundAt: 5, armed: 9, expiringFor: 5, closedFor: 3, routingVersion: 2 }
  expect(unchangedWindow(later)(attributes, operations)).toBe(
    'lastInboundAt = 5 AND armed = 9 AND expiringFor = 5 AND closedFor = 3 AND routingVersion = 2',
  )
})

const HOUR = 3_600_000
const DAY_MILLISECONDS = 24 * HOUR

describe('a conversation with a new message', () => {
  test.each([
    ['needs a schedule if it has none', { lastInboundAt: L }, true],
    [
      'needs a schedule if only an older window was closed',
      { lastInboundAt: L, closedFor: L - DAY_MILLISECONDS },
      true,
    ],
    ['needs no schedule if it has one', { lastInboundAt: L, armed: L + HOUR }, false],
    [
      'needs no schedule while its schedule may still fire',
      { lastInboundAt: L, armed: L - OVERDUE_MILLISECONDS },
      false,
    ],
    ['needs a schedule if its schedule was lost', { lastInboundAt: L, armed: L - OVERDUE_MILLISECONDS - 1 }, true],
    ['needs no schedule if its window is closed', { lastInboundAt: L, closedFor: L }, false],
    ['needs no schedule if the customer never wrote', {}, false],
  ])('%s', (_, conversation, needed) => {
    expect(needsArming(conversation, L)).toBe(needed)
  })
})

describe('a window', () => {
  test.each([
    ['with a future schedule is not overdue', { lastInboundAt: L, armed: L + HOUR }, L + HOUR, false],
    ['whose schedule is ten minutes late is not overdue', { armed: L + HOUR }, L + HOUR + OVERDUE_MILLISECONDS, false],
    [
      'whose schedule is more than ten minutes late is overdue',
      { armed: L + HOUR },
      L + HOUR + OVERDUE_MILLISECONDS + 1,
      true,
    ],
    ['whose schedule is a month late is overdue', { armed: L + HOUR }, L + 30 * DAY_MILLISECONDS, true],
    ['that has just opened is not overdue', {}, L + OVERDUE_MILLISECONDS, false],
    ['that was never armed is overdue', {}, L + OVERDUE_MILLISECONDS + 1, true],
    ['that was never armed and has ended is overdue', {}, L + 2 * DAY_MILLISECONDS, true],
    ['that was never armed and ended a month ago is not overdue', {}, L + 31 * DAY_MILLISECONDS, false],
    ['that was closed is not overdue', { closedFor: L, armed: L + HOUR }, L + 2 * DAY_MILLISECONDS, false],
  ])('%s', (_, state, now, overdue) => {
    expect(isOverdue({ lastInboundAt: L, ...state }, now)).toBe(overdue)
  })

  test('is overdue at another age if one is given', () => {
    expect(isOverdue({ lastInboundAt: L, armed: L }, L + 1, 0)).toBe(true)
    expect(isOverdue({}, L, 0)).toBe(false)
  })
})
