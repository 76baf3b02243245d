import { expect, test } from 'vitest'
import { followingPart, partsOfCustomers } from './plan-parts.ts'

const customer = {
  persona: 'p',
  goal: 'g',
  knows: '',
  mustNotReveal: [],
  moods: [],
  turns: 1,
  expect: { reaches: true, doesNotSay: [], callsInOrder: [] },
}

test('each customer has a conversation for each run, always with the same id', () => {
  const parts = partsOfCustomers('a', { customers: [customer, customer], runs: 2 })
  expect(parts.map((part) => [part.customer, part.run])).toEqual([
    [0, 1],
    [1, 1],
    [0, 2],
    [1, 2],
  ])
  expect(new Set(parts.map(({ conversationId }) => conversationId)).size).toBe(4)
  expect(partsOfCustomers('a', { customers: [customer, customer], runs: 2 })).toEqual(parts)
  expect(partsOfCustomers('b', { customers: [customer, customer], runs: 2 })).not.toEqual(parts)
})

test.each([
  [7, 1],
  [7, 3],
  [2, 5],
])('%i parts in %i chains are each played once', (total, parallel) => {
  const played = Array.from({ length: Math.min(parallel, total) }, (_, first) => {
    const chain: number[] = []
    for (let part: number | undefined = first; part !== undefined; part = followingPart(part, parallel, total))
      chain.push(part)
    return chain
  }).flat()
  expect(played.toSorted((a, b) => a - b)).toEqual(Array.from({ length: total }, (_, index) => index))
})
