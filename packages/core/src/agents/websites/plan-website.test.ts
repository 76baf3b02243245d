import { expect, test } from 'vitest'
import { DAY_MILLISECONDS } from '../../platform/clock.ts'
import { isBeingRead, judgeRequest, planWebsite, startOf } from './plan-website.ts'

const NOW = Date.UTC(2026, 10, 29, 1)
const MINUTE = 60_000
const read = { startedAt: NOW - 60 * MINUTE, finishedAt: NOW - 59 * MINUTE }

test.each([
  ['new', {}, 'start', true],
  ['interrupted', { startedAt: NOW - 1000 }, 'continue', true],
  ['read', { startedAt: NOW - 1000, finishedAt: NOW }, 'done', false],
  ['of yesterday', { startedAt: NOW - DAY_MILLISECONDS, finishedAt: NOW - 1000 }, 'start', false],
  ['requested since it was read', { ...read, requestedAt: NOW - 1000 }, 'start', true],
  ['read since it was requested', { ...read, requestedAt: NOW - 61 * MINUTE }, 'done', false],
  ['read at the moment of its request', { ...read, requestedAt: read.startedAt }, 'done', false],
] as const)('a website that is %s', (_, reading, plan, isReading) => {
  expect([planWebsite(reading, NOW), isBeingRead(reading)]).toEqual([plan, isReading])
})

test.each([
  ['new', {}, { kind: 'being-read' }],
  ['interrupted', { startedAt: NOW - DAY_MILLISECONDS }, { kind: 'being-read' }],
  ['requested', { ...read, requestedAt: NOW - 1000 }, { kind: 'being-read' }],
  ['read', read, { kind: 'accept' }],
  ['read a minute ago by the schedule', { startedAt: NOW - MINUTE, finishedAt: NOW - MINUTE / 2 }, { kind: 'accept' }],
  [
    'read on request a minute ago',
    { startedAt: NOW - MINUTE, finishedAt: NOW - MINUTE / 2, requestedAt: NOW - MINUTE - 500 },
    { kind: 'wait', seconds: 540 },
  ],
  [
    'read on request ten minutes ago',
    { startedAt: NOW - 10 * MINUTE, finishedAt: NOW - 9 * MINUTE, requestedAt: NOW - 10 * MINUTE },
    { kind: 'accept' },
  ],
] as const)('a request for a website that is %s', (_, reading, verdict) => {
  expect(judgeRequest(reading, NOW)).toEqual(verdict)
})

test('a reading does not begin before its request, so that it is done once', () => {
  const website = { ...read, requestedAt: NOW + 20 }
  expect(isBeingRead({ ...website, startedAt: startOf(website, NOW) })).toBe(false)
  expect(startOf({}, NOW)).toBe(NOW)
})
