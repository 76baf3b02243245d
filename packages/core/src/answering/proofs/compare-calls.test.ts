import { expect, test } from 'vitest'
import { compareCalls } from './compare-calls.ts'

const then = (name: string, args: Record<string, unknown>, turn = 0) => ({ name, args, text: '', turn })
const now = (name: string, args: Record<string, unknown>, turn = 0) => ({
  name,
  arguments: JSON.stringify(args),
  turn,
  result: 'recorded' as const,
})
const lines = (calls: readonly { name: string; arguments: string; turn: number }[]) =>
  calls.map((call) => `${call.turn} ${call.name} ${call.arguments}`)

test.each([
  [
    'the same calls in another order',
    [then('a', { x: 1, y: 2 }), then('b', {})],
    [now('b', {}), now('a', { y: 2, x: 1 }, 1)],
    [],
    [],
  ],
  ['a call less often', [then('a', {}), then('a', {}, 1)], [now('a', {})], [], ['1 a {}']],
  ['other arguments', [then('a', { x: 1 })], [now('a', { x: 2 })], ['0 a {"x":2}'], ['0 a {"x":1}']],
  ['another tool', [then('a', {})], [now('b', {}, 2)], ['2 b {}'], ['0 a {}']],
])('%s', (_, before, after, added, lost) => {
  const compared = compareCalls(before, after)
  expect([lines(compared.added), lines(compared.lost), compared.made]).toEqual([added, lost, after])
})
