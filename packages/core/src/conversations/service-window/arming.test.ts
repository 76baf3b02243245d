import { describe, expect, test } from 'vitest'
import { isOverdue, needsArming, OVERDUE_MILLISECONDS } from './arming.ts'

const L = 1_795_167_600_000
const HOUR = 3_600_000
const DAY = 24 * HOUR

describe('a conversation that just got a message', () => {
  test.each([
    ['needs a schedule when it has none', { lastInboundAt: L }, true],
    ['needs one when an older window was the last', { lastInboundAt: L, closedFor: L - DAY }, true],
    ['needs none when it has one', { lastInboundAt: L, armed: L + HOUR }, false],
    ['needs none when its schedule is just firing', { lastInboundAt: L, armed: L - OVERDUE_MILLISECONDS }, false],
    ['needs one when its schedule was lost', { lastInboundAt: L, armed: L - OVERDUE_MILLISECONDS - 1 }, true],
    ['needs none when its window is over', { lastInboundAt: L, closedFor: L }, false],
    ['needs none when nobody ever wrote', {}, false],
  ])('%s', (_, conversation, needed) => {
    expect(needsArming(conversation, L)).toBe(needed)
  })
})

describe('a window', () => {
  test.each([
    ['that is armed is not overdue', { lastInboundAt: L, armed: L + HOUR }, L + HOUR, false],
    ['whose schedule is ten minutes late is not', { armed: L + HOUR }, L + HOUR + OVERDUE_MILLISECONDS, false],
    ['whose schedule is later is', { armed: L + HOUR }, L + HOUR + OVERDUE_MILLISECONDS + 1, true],
    ['whose schedule is a month late is', { armed: L + HOUR }, L + 30 * DAY, true],
    ['that just opened is not', {}, L + OVERDUE_MILLISECONDS, false],
    ['that was never armed is', {}, L + OVERDUE_MILLISECONDS + 1, true],
    ['that was never armed and is over is', {}, L + 2 * DAY, true],
    ['that was never armed and is long over is not', {}, L + 31 * DAY, false],
    ['that was closed is not', { closedFor: L, armed: L + HOUR }, L + 2 * DAY, false],
  ])('%s', (_, state, now, overdue) => {
    expect(isOverdue({ lastInboundAt: L, ...state }, now)).toBe(overdue)
  })

  test('is overdue at another age when that is asked for', () => {
    expect(isOverdue({ lastInboundAt: L, armed: L }, L + 1, 0)).toBe(true)
    expect(isOverdue({}, L, 0)).toBe(false)
  })
})
