import { expect, test } from 'vitest'
import { violationsOf } from '../../../bench/judge.ts'
import { judgeNeighbours, type Round } from './judge-neighbours.ts'
import { REMOVED } from './loud.ts'

const RULE = 'beside a hostile neighbour, an organisation waits at most 1.2 times as long as beside a kind one'

const waits = (delivered: number) => ({
  delivered: [delivered],
  deliveryQueued: [10],
  answered: [1000],
  turnQueued: [500],
  lateness: [1],
})
const round = (alone: number, kind: number, hostile: number): Round => ({
  alone: waits(alone),
  kind: waits(kind),
  hostile: waits(hostile),
})
const judged = (rounds: readonly Round[], status = 200) => judgeNeighbours(rounds, status, new Set([REMOVED]))

test('allows a fifth more than beside a kind neighbour', () => {
  expect(violationsOf(judged([round(100, 100, 119)]))).toEqual([])
  expect(violationsOf(judged([round(100, 100, 131)]))).toEqual([`${RULE}: delivered: 1.3 times`])
})

test('does not count what a kind neighbour takes of the machine', () => {
  const slow = judged([round(100, 300, 330)])
  expect(violationsOf(slow)).toEqual([])
  expect(slow.figures).toMatchObject({
    'delivered: hostile to kind': 1.1,
    'delivered: hostile to alone, on one machine': 3.3,
  })
})

test('compares phases of the same round, because the machine changes', () => {
  expect(violationsOf(judged([round(100, 100, 110), round(900, 900, 990), round(300, 300, 330)]))).toEqual([])
})

test('one late round decides nothing', () => {
  const good = round(100, 100, 110)
  expect(violationsOf(judged([good, round(100, 100, 9000), good]))).toEqual([])
  expect(violationsOf(judged([good, round(100, 100, 9000), round(100, 100, 9000)]))).toHaveLength(1)
})

test('reports a user who was signed out', () => {
  expect(violationsOf(judged([round(10, 10, 10)], 401))).toEqual([expect.stringContaining('/v1/me/ returned 401')])
})

test('reports that no removal could sign the user out', () => {
  expect(violationsOf(judgeNeighbours([round(10, 10, 10)], 200, new Set(['the invitation returned 500'])))).toEqual([
    expect.stringContaining('the invitation returned 500'),
  ])
})

test('reports that nothing arrived beside a kind neighbour, which no ratio shows', () => {
  expect(violationsOf(judged([round(60_000, 60_000, 60_000)]))).toEqual([expect.stringContaining('delivered')])
})

test('reports a phase without messages', () => {
  const none = { delivered: [], answered: [], deliveryQueued: [], turnQueued: [], lateness: [] }
  const { alone, kind } = round(10, 10, 10)
  expect(violationsOf(judged([{ alone, kind, hostile: none }]))).toEqual(['every phase has messages: none'])
})
