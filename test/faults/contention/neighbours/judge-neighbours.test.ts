import { expect, test } from 'vitest'
import { violationsOf } from '../../../bench/judge.ts'
import { judgeNeighbours, type Round } from './judge-neighbours.ts'
import { REMOVED } from './loud.ts'

const RULE = 'a hostile neighbour makes an organisation wait at most 1.2 times as long'

/** `queued` is the part of `delivered` in the queue. */
const waits = (delivered: number, queued: number) => ({
  delivered: [delivered],
  deliveryQueued: [queued],
  answered: [1000],
  turnQueued: [500],
  lateness: [1],
})
const round = (alone: number, kind: number, hostile: number): Round => ({
  alone: waits(100, alone),
  kind: waits(100, kind),
  hostile: waits(100, hostile),
})
const judged = (rounds: readonly Round[], status = 200) => judgeNeighbours(rounds, status, new Set([REMOVED]))

test('allows a fifth more than alone', () => {
  expect(violationsOf(judged([round(10, 10, 30)]))).toEqual([])
  expect(violationsOf(judged([round(10, 10, 41)]))).toEqual([
    `${RULE}: delivered: 1.3 times alone by the wait in the queue`,
  ])
})

test('compares with the kind neighbour if the machine holds the workers, and says so', () => {
  const late = judged([round(10, 110, 140)])
  expect(violationsOf(late)).toEqual([])
  expect(late.notes).toEqual([expect.stringContaining('2.0 times alone beside a kind neighbour')])
  expect(violationsOf(judged([round(10, 110, 160)]))).toHaveLength(1)
})

test('calls what is not the wait in the queue the lateness of the machine', () => {
  const slow = judged([{ alone: waits(100, 10), kind: waits(300, 10), hostile: waits(500, 10) }])
  expect(violationsOf(slow)).toEqual([])
  expect(slow.notes).toEqual([expect.stringContaining('delivered: 5.0 times alone as a whole')])
})

test('one late round decides nothing', () => {
  const good = round(10, 10, 12)
  expect(violationsOf(judged([good, round(10, 10, 9000), good]))).toEqual([])
  expect(violationsOf(judged([good, round(10, 10, 9000), round(10, 10, 9000)]))).toHaveLength(1)
})

test('reports a user who was signed out', () => {
  expect(violationsOf(judged([round(10, 10, 10)], 401))).toEqual([expect.stringContaining('/v1/me/ returned 401')])
})

test('reports that no removal could sign the user out', () => {
  expect(violationsOf(judgeNeighbours([round(10, 10, 10)], 200, new Set(['the invitation returned 500'])))).toEqual([
    expect.stringContaining('the invitation returned 500'),
  ])
})

test('reports that nothing arrived alone, which no ratio shows', () => {
  const none = waits(60_000, 60_000)
  expect(violationsOf(judged([{ alone: none, kind: none, hostile: none }]))).toEqual([
    expect.stringContaining('delivered'),
  ])
})

test('reports a phase without messages', () => {
  const none = { delivered: [], answered: [], deliveryQueued: [], turnQueued: [], lateness: [] }
  const { alone, kind } = round(10, 10, 10)
  expect(violationsOf(judged([{ alone, kind, hostile: none }]))).toEqual(['every phase has messages: none'])
})
