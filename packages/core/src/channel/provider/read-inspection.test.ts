import { expect, test } from 'vitest'
import { changeHealth, type RaisedProblem, viewHealth } from '../numbers/health.ts'
import { readInspection } from './read-inspection.ts'

const NOW = 1_800_000_000_000
const problem = (code: string): RaisedProblem => ({ code, text: '', state: 'blocked' })
const banned = changeHealth(
  { topics: {} },
  { at: NOW - 1, topics: { ban: [problem('BAN')], violation: [problem('VIOLATION')], quality: [problem('FLAGGED')] } },
  NOW,
)

test.each([
  [{ health_status: { can_send_message: 'AVAILABLE' } }, ['VIOLATION', 'FLAGGED'], null],
  [{ health_status: { can_send_message: 'AVAILABLE' }, quality_rating: 'GREEN' }, ['VIOLATION'], 'GREEN'],
  [
    { health_status: { can_send_message: 'BLOCKED' }, quality_rating: 'YELLOW' },
    ['BAN', 'VIOLATION', 'FLAGGED'],
    'YELLOW',
  ],
  [{ quality_rating: 'RED' }, ['BAN', 'VIOLATION', 'FLAGGED'], 'RED'],
  ['nonsense', ['BAN', 'VIOLATION', 'FLAGGED'], null],
])('%j leaves %j', (body, codes, quality) => {
  const health = viewHealth(changeHealth(banned, readInspection('7', body, NOW), NOW), NOW)
  expect([health.problems.map(({ code }) => code), health.quality]).toEqual([codes, quality])
})
