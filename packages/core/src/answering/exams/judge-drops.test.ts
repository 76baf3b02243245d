import { expect, test } from 'vitest'
import { dropsOf, type ExamScores, scoresOf } from './judge-drops.ts'

const scores = (
  customers: readonly [key: string, passedRuns: number, passed: boolean][],
  criteria: readonly [criterion: string, count: number, of: number][] = [],
): ExamScores => ({
  customers: customers.map(([key, passedRuns, passed]) => ({ key, goal: `goal ${key}`, passedRuns, runs: 2, passed })),
  criteria: criteria.map(([criterion, count, of]) => ({ criterion, count, of })),
})

test.each([
  ['nothing changed', scores([['a', 2, true]], [['polite', 9, 10]]), scores([['a', 2, true]], [['polite', 9, 10]]), []],
  ['better', scores([['a', 0, false]], [['polite', 5, 10]]), scores([['a', 2, true]], [['polite', 9, 10]]), []],
  ['a customer fails', scores([['a', 2, true]]), scores([['a', 1, false]]), ['goal a']],
  ['a customer failed before, too', scores([['a', 1, false]]), scores([['a', 0, false]]), []],
  ['fewer runs pass, but enough', scores([['a', 2, true]]), scores([['a', 1, true]]), []],
  ['another customer', scores([['a', 2, true]]), scores([['b', 0, false]]), []],
  ['exactly the points', scores([], [['polite', 10, 10]]), scores([], [['polite', 9, 10]]), ['polite']],
  ['exactly the points of thirds', scores([], [['polite', 7, 10]]), scores([], [['polite', 12, 20]]), ['polite']],
  ['less than the points', scores([], [['polite', 20, 20]]), scores([], [['polite', 19, 20]]), []],
  ['a new criterion', scores([], [['polite', 20, 20]]), scores([], [['short', 0, 20]]), []],
  ['nothing was judged', scores([], [['polite', 20, 20]]), scores([], [['polite', 0, 0]]), []],
  ['nothing was judged before', scores([], [['polite', 0, 0]]), scores([], [['polite', 0, 20]]), []],
  [
    'several',
    scores(
      [
        ['a', 2, true],
        ['b', 2, true],
      ],
      [['polite', 4, 4]],
    ),
    scores(
      [
        ['a', 0, false],
        ['b', 2, true],
      ],
      [['polite', 1, 4]],
    ),
    ['goal a', 'polite'],
  ],
] as const)('%s', (_, before, now, names) => {
  expect(dropsOf(before, now, 10).map(({ name }) => name)).toEqual(names)
})

test('a drop has both shares', () => {
  const [drop] = dropsOf(scores([], [['polite', 10, 10]]), scores([], [['polite', 1, 4]]), 10)
  expect(drop).toMatchObject({ kind: 'criterion', before: { count: 10, of: 10 }, now: { count: 1, of: 4 } })
})

test('a customer who was changed has another key', () => {
  const customer = (goal: string, turns: number) => ({
    persona: 'p',
    goal,
    knows: '',
    mustNotReveal: [],
    moods: [],
    says: [],
    turns,
    expect: { reaches: true, doesNotSay: [], callsInOrder: [], neverCalls: [] },
  })
  const result = { persona: 'p', goal: 'g', runs: 1, reachedRuns: 1, passedRuns: 1, passed: true, passPower: [1] }
  const keys = [customer('g', 1), customer('g', 2), customer('g', 1)].map(
    (each) => scoresOf([each], [result], { criteria: [] }).customers[0]?.key,
  )
  expect(keys[0]).toBe(keys[2])
  expect(keys[0]).not.toBe(keys[1])
})
