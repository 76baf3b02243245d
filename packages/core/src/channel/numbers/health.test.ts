import { expect, test } from 'vitest'
import {
  changeHealth,
  findRestriction,
  type Health,
  type RaisedProblem,
  requireUnrestricted,
  viewHealth,
} from './health.ts'

const NOW = 1_800_000_000_000
const HOUR = 3_600_000
const BAN: RaisedProblem = { code: 'BAN', text: 'Banned.', state: 'blocked', forbids: 'everything' }
const NONE: Health = { topics: {} }
const codes = (health: Health, now = NOW) => viewHealth(health, now).problems.map(({ code }) => code)

test('a notice replaces the problems of its topics only', () => {
  const flagged: RaisedProblem = { code: 'FLAGGED', text: 'Flagged.', state: 'warned' }
  const banned = changeHealth(NONE, { at: NOW, topics: { ban: [BAN], quality: [flagged] } }, NOW)
  expect([viewHealth(banned, NOW).state, codes(banned)]).toEqual(['blocked', ['BAN', 'FLAGGED']])
  const reinstated = changeHealth(banned, { at: NOW + 1, topics: { ban: [] } }, NOW + 1)
  expect([viewHealth(reinstated, NOW).state, codes(reinstated)]).toEqual(['warned', ['FLAGGED']])
})

test('a late notice changes nothing that a newer one reported', () => {
  const lifted = changeHealth(NONE, { at: NOW, quality: 'GREEN', topics: { ban: [] } }, NOW)
  const late = changeHealth(lifted, { at: NOW - 1, quality: 'RED', topics: { ban: [BAN] } }, NOW)
  expect(viewHealth(late, NOW)).toEqual({ state: 'ok', quality: 'GREEN', messagingLimit: null, problems: [] })
})

test('a problem that is reported again keeps its beginning', () => {
  const banned = changeHealth(NONE, { at: NOW, topics: { ban: [BAN] } }, NOW)
  const again = changeHealth(banned, { at: NOW + HOUR, topics: { ban: [BAN] } }, NOW + HOUR)
  expect(viewHealth(again, NOW + HOUR).problems).toMatchObject([{ since: new Date(NOW).toISOString(), until: null }])
})

test('a restriction ends by its time', () => {
  const until = NOW + HOUR
  const restriction: RaisedProblem = {
    code: 'R',
    text: 'No templates.',
    state: 'restricted',
    forbids: 'initiated',
    until,
  }
  const health = changeHealth(NONE, { at: NOW, topics: { restriction: [restriction] } }, NOW)
  const number = { health: JSON.stringify(health) }
  expect(findRestriction(number, 'initiated', until - 1)).toMatchObject({ code: 'R' })
  expect([findRestriction(number, 'replies', NOW), findRestriction(number, 'initiated', until)]).toEqual([
    undefined,
    undefined,
  ])
  expect([viewHealth(health, until - 1).state, viewHealth(health, until).state]).toEqual(['restricted', 'ok'])
  expect(() => requireUnrestricted(number, { template: {} }, NOW)).toThrow(
    expect.objectContaining({ code: 'number_restricted', until: new Date(until).toISOString() }),
  )
  requireUnrestricted(number, {}, NOW)
  requireUnrestricted({}, { template: {} }, NOW)
})

test('the problems that matter most are stored, however many templates and forms are reported', () => {
  const banned = changeHealth(NONE, { at: NOW, topics: { ban: [BAN] } }, NOW)
  const many = Array.from({ length: 200 }, (_, at) => at).reduce(
    (health, at) =>
      changeHealth(
        health,
        { at: NOW + at, topics: { [`template ${at}`]: [{ code: 'T', text: '', state: 'warned' }] } },
        NOW,
      ),
    banned,
  )
  expect(Object.keys(many.topics)).toHaveLength(60)
  expect(Object.keys(many.topics).slice(0, 2)).toEqual(['ban', 'template 199'])
})
