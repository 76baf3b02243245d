import { expect, test } from 'vitest'
import { joinSteps } from './earlier-steps.ts'
import type { TurnResultItem, TurnStepItem } from './turn-steps.ts'

const key = { organizationId: 'o', conversationId: 'c', expiresAt: 1 }

function step(turnId: string, number: number, names: readonly string[], round = 0): TurnStepItem {
  const toolCalls = names.map((name) => ({ id: 'call_0', name, args: { of: turnId } }))
  const reply = JSON.stringify({ text: 'One moment.', toolCalls })
  return { ...key, turnId, round, step: number, sessionId: 's', agentId: 'a', at: number, reply }
}
function result(turnId: string, number: number, index = 0, more: object = {}, ran = true, round = 0): TurnResultItem {
  const text = JSON.stringify({ text: `${turnId} ${number} ${index}`, ...more })
  return { ...key, turnId, round, step: number, index, ran, changesOutside: false, creditCost: 0, result: text }
}
/** Joins items that are given oldest first. */
const joined = (steps: readonly TurnStepItem[], results: readonly TurnResultItem[], hasMoreResults = false) =>
  joinSteps(steps.toReversed(), results.toReversed(), { turnId: 'now', hasMoreResults }).map((each) => [
    each.turnId,
    ...each.calls.map(({ name, text }) => `${name}: ${text}`),
  ])

test.each<[string, readonly TurnStepItem[], readonly TurnResultItem[], unknown]>([
  [
    'returns the calls of earlier turns with their results',
    [step('1', 0, ['find', 'count']), step('1', 1, ['cancel']), step('2', 0, ['find'])],
    [result('1', 0, 0), result('1', 0, 1), result('1', 1), result('2', 0)],
    [
      ['1', 'find: 1 0 0', 'count: 1 0 1'],
      ['1', 'cancel: 1 1 0'],
      ['2', 'find: 2 0 0'],
    ],
  ],
  ['leaves out the turn itself', [step('now', 0, ['find'])], [result('now', 0)], []],
  [
    'leaves out calls that did not run',
    [step('1', 0, ['find', 'unknown'])],
    [result('1', 0, 0), result('1', 0, 1, {}, false)],
    [['1', 'find: 1 0 0']],
  ],
  [
    'leaves out handoffs, choices and what was recalled',
    [step('1', 0, ['hand_off', 'offer_choices', 'recall', 'find'])],
    [
      result('1', 0, 0, { handoffTo: 'b' }),
      result('1', 0, 1, { choices: ['x'] }),
      result('1', 0, 2),
      result('1', 0, 3),
    ],
    [['1', 'find: 1 0 3']],
  ],
  [
    'says of a call without a stored result that its effect is not known',
    [step('1', 0, ['order'])],
    [],
    [['1', 'order: It is not known whether this call had an effect.']],
  ],
  [
    'leaves out earlier rounds of a turn',
    [step('1', 0, ['find']), step('1', 0, ['find'], 1)],
    [result('1', 0), result('1', 0, 0, {}, true, 1)],
    [['1', 'find: 1 0 0']],
  ],
])('%s', (_, steps, results, expected) => {
  expect(joined(steps, results)).toEqual(expected)
})

test('leaves out steps whose results may not have been read', () => {
  const steps = [step('1', 0, ['find']), step('2', 0, ['find', 'count']), step('2', 1, ['find'])]
  const results = [result('2', 0, 1), result('2', 1)]
  expect(joined(steps, results, true)).toEqual([['2', 'find: 2 1 0']])
  expect(joined(steps, results)[0]?.[1]).toContain('not known')
})

test('ids are nine letters and digits, unique and always the same', () => {
  const steps = [step('2', 0, ['find', 'find']), step('1', 0, ['find'])]
  const ids = () =>
    joinSteps(steps, [], { turnId: 'now', hasMoreResults: false }).flatMap(({ calls }) => calls.map(({ id }) => id))
  expect(new Set(ids()).size).toBe(3)
  expect(ids()).toEqual(ids())
  for (const id of ids()) expect(id).toMatch(/^[0-9a-z]{9}$/)
})
