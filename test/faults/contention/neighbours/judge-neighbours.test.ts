import { expect, test } from 'vitest'
import { violationsOf } from '../../../bench/judge.ts'
import { judgeNeighbours } from './judge-neighbours.ts'
import { REMOVED } from './loud.ts'

const waits = (delivered: number, answered = 1000) => ({ delivered: [delivered], answered: [answered] })
const judged = (alone: number, kind: number, hostile: number, status = 200) =>
  judgeNeighbours({ alone: waits(alone), kind: waits(kind), hostile: waits(hostile) }, status, new Set([REMOVED]))

test('allows a fifth more than alone', () => {
  expect(violationsOf(judged(100, 100, 120))).toEqual([])
  expect(violationsOf(judged(100, 100, 121))).toEqual([expect.stringContaining('delivered: p99 is 121 ms, 1.2 times')])
})

test('compares with the kind neighbour if the machine is late under the load, and says so', () => {
  const late = judged(100, 300, 350)
  expect(violationsOf(late)).toEqual([])
  expect(late.notes).toEqual([expect.stringContaining('3.0 times as late')])
  expect(violationsOf(judged(100, 300, 400))).toHaveLength(1)
})

test('reports a user who was signed out', () => {
  expect(violationsOf(judged(100, 100, 100, 401))).toEqual([expect.stringContaining('/v1/me/ returned 401')])
})

test('reports that no removal could sign the user out', () => {
  const phases = { alone: waits(100), kind: waits(100), hostile: waits(100) }
  expect(violationsOf(judgeNeighbours(phases, 200, new Set(['the invitation returned 500'])))).toEqual([
    expect.stringContaining('the invitation returned 500'),
  ])
})

test('reports that nothing arrived alone, which no ratio shows', () => {
  expect(violationsOf(judged(60_000, 60_000, 60_000))).toEqual([expect.stringContaining('delivered')])
})

test('reports a phase without messages', () => {
  const none = { delivered: [], answered: [] }
  expect(
    violationsOf(judgeNeighbours({ alone: none, kind: none, hostile: none }, 200, new Set([REMOVED]))),
  ).toHaveLength(1)
})
