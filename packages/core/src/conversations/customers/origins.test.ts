import { expect, test } from 'vitest'
import type { CustomerItem } from './customer-entity.ts'
import { originsIn, originsOf } from './origins.ts'

const name = (value: string, ...origins: string[]): CustomerItem['names'][number] => ({
  ...{ kind: 'phone', value, from: 1, evidence: 'message' },
  ...(origins.length > 0 && { origins }),
})
const merge = (id: string, evidence: 'person' | 'message', ...moves: [string, string][]) => ({
  ...{ id, at: 1, evidence },
  moves: moves.map(([from, to]) => ({ from, to })),
})

test.each([
  ['no merge', [name('447700900200')], [], undefined],
  ['a merge', [name('447700900200', 'b')], [merge('b', 'person', ['r', 't'])], [['447700900200', ['r']]]],
  ['a merge without a conversation on the number', [name('447700900200', 'b')], [merge('b', 'person')], undefined],
  [
    'a merge of who was merged into',
    [name('447700900200', 'b', 'a'), name('447700900300', 'a')],
    [merge('b', 'person', ['r', 's']), merge('a', 'person', ['s', 't'])],
    [
      ['447700900200', ['r', 's']],
      ['447700900300', ['s']],
    ],
  ],
  [
    'a conversation that became the customer’s as a whole',
    [name('447700900200', 'b', 'a')],
    [merge('b', 'person', ['r', 't']), merge('a', 'person')],
    [['447700900200', ['r']]],
  ],
  [
    'a merge that nobody made after it',
    [name('447700900200', 'b')],
    [merge('b', 'person', ['r', 's']), merge('a', 'message', ['s', 't'])],
    [['447700900200', ['r']]],
  ],
])('names know the conversation to which they return: %s', (_, names, merged, expected) => {
  const origins = originsIn({ names, merged }, 't')
  expect(origins?.map((each) => [each.name, each.ids])).toEqual(expected)
})

test('a message returns with the name from which it came', () => {
  const conversation = { origins: [{ name: 'user:GB.2', ids: ['r'] }] }
  expect(originsOf(conversation, { contactNumber: '447700900200', contactUserId: 'GB.2' })).toEqual({ origins: ['r'] })
  expect(originsOf(conversation, { contactNumber: '447700900200' })).toEqual({})
})
