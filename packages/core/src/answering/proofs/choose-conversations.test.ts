import { expect, test } from 'vitest'
import { type Candidate, chooseConversations, type Filter } from './choose-conversations.ts'

const candidate = (id: string, lastAt: number, more: Partial<Candidate> = {}): Candidate => ({
  id,
  lastAt,
  handedOver: false,
  failed: false,
  unhappy: false,
  microUsd: 0,
  ...more,
})
const all = [
  candidate('a', 1, { handedOver: true, microUsd: 5 }),
  candidate('b', 3, { failed: true, microUsd: 9 }),
  candidate('c', 2, { unhappy: true, microUsd: 1 }),
]

test.each<[Filter, number, string[]]>([
  [undefined, 10, ['b', 'c', 'a']],
  [undefined, 2, ['b', 'c']],
  ['handed_over', 10, ['a']],
  ['failed', 10, ['b']],
  ['unhappy', 10, ['c']],
  ['expensive', 10, ['b', 'a']],
  ['expensive', 1, ['b']],
])('the filter %s with at most %i', (filter, limit, ids) => {
  expect(chooseConversations(all, filter, limit)).toEqual(ids)
})
