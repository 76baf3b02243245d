import { expect, test } from 'vitest'
import { type TimelineInput, timelineOf as timelineOfCounted } from './timeline.ts'

const FIRST = Date.parse('2026-11-21T06:00:00.000Z')
const at = (seconds: number) => new Date(FIRST + seconds * 1000).toISOString()
const failed = (seconds: number) => ({ at: at(seconds), durationMs: 0, cause: 'server_error' as const })
/** Builds the timeline of a delivery whose attempts are all stored. */
const timelineOf = (input: Omit<TimelineInput, 'attemptCount'>) =>
  timelineOfCounted({ ...input, attemptCount: input.attempts.length })
const delivery: Omit<TimelineInput, 'attemptCount'> = {
  status: 'pending',
  nextAttemptAt: at(40),
  roundStart: 0,
  retryDelaysSeconds: [10, 30, 90],
  attempts: [failed(0), failed(10)],
}

test('places attempts on a scale up to the last planned attempt', () => {
  expect(timelineOf(delivery).map(({ kind, start }) => [kind, start])).toEqual([
    ['failed', 0],
    ['failed', 10 / 130],
    ['next', 40 / 130],
    ['planned', 1],
  ])
})

test('draws the duration of an attempt', () => {
  const [first, second] = timelineOf({
    ...delivery,
    status: 'delivered',
    nextAttemptAt: null,
    attempts: [
      { at: at(0), durationMs: 10_000, cause: 'timeout' },
      { at: at(20), durationMs: 0, cause: null },
    ],
  })
  expect(first).toMatchObject({ kind: 'failed', start: 0, end: 0.5, offsetMs: 0 })
  expect(second).toMatchObject({ kind: 'delivered', start: 1, end: 1, offsetMs: 20_000 })
})

test('omits labels that would overlap', () => {
  expect(timelineOf(delivery).map(({ isLabelled }) => isLabelled)).toEqual([true, false, true, true])
})

test('draws the latest round only and keeps attempt numbers', () => {
  const redriven = { ...delivery, roundStart: 2, attempts: [failed(0), failed(10), failed(86_400)] }
  expect(
    timelineOf({ ...redriven, nextAttemptAt: at(86_410) }).map(({ number, offsetMs }) => [number, offsetMs]),
  ).toEqual([
    [3, 0],
    [4, 10_000],
    [5, 40_000],
    [6, 130_000],
  ])
})

test('counts attempts that are no longer stored', () => {
  const redriven = { ...delivery, roundStart: 24, attemptCount: 26, nextAttemptAt: null }
  const kept = [failed(-86_400), failed(0), failed(10)]
  expect(timelineOfCounted({ ...redriven, attempts: kept }).map(({ number, offsetMs }) => [number, offsetMs])).toEqual([
    [25, 0],
    [26, 10_000],
  ])
})

test('draws nothing before the first attempt, and places a single attempt at the start', () => {
  expect(timelineOf({ ...delivery, attempts: [] })).toEqual([])
  const [only] = timelineOf({ ...delivery, status: 'failed', nextAttemptAt: null, attempts: [failed(0)] })
  expect(only).toMatchObject({ start: 0, end: 0, isLabelled: true })
})
