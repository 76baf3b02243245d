import { describe, expect, test } from 'vitest'
import { isOverdue, needsArming, OVERDUE_MILLISECONDS } from './arming.ts'

const L = 1_795_167_600_000
const HOUR = 3_600_000
const DAY = 24 * HOUR

describe('a conversation with a new message', () => {
  test.each([
    ['needs a schedule if it has none', { lastInboundAt: L }, true],
    ['needs a schedule if only an older window was closed', { lastInboundAt: L, closedFor: L - DAY }, true],
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
    ['whose schedule is a month late is overdue', { armed: L + HOUR }, L + 30 * DAY, true],
    ['that has just opened is not overdue', {}, L + OVERDUE_MILLISECONDS, false],
    ['that was never armed is overdue', {}, L + OVERDUE_MILLISECONDS + 1, true],
    ['that was never armed and has ended is overdue', {}, L + 2 * DAY, true],
    ['that was never armed and ended a month ago is not overdue', {}, L + 31 * DAY, false],
    ['that was closed is not overdue', { closedFor: L, armed: L + HOUR }, L + 2 * DAY, false],
  ])('%s', (_, state, now, overdue) => {
    expect(isOverdue({ lastInboundAt: L, ...state }, now)).toBe(overdue)
  })

  test('is overdue at another age if one is given', () => {
    expect(isOverdue({ lastInboundAt: L, armed: L }, L + 1, 0)).toBe(true)
    expect(isOverdue({}, L, 0)).toBe(false)
  })
})
