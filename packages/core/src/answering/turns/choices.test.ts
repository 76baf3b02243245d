import { expect, test } from 'vitest'
import { withChoices } from './choices.ts'

const buttons = { most: 3, longestLabel: 20, mostRows: 10, longestRow: 24, longestText: 1024 }
const numbers = (count: number) => Array.from({ length: count }, (_, index) => `Choice ${index + 1}`)
const typeOf = (
  choices: readonly string[],
  of: Parameters<typeof withChoices>[2]['buttons'] = buttons,
  text = 'Which?',
) => withChoices(text, choices, { buttons: of, longestText: 4096 }).map(({ type }) => type)

test.each([
  [numbers(3), 'buttons'],
  [numbers(10), 'buttons'],
  [['x'.repeat(24)], 'buttons'],
  [numbers(11), 'text'],
  [['x'.repeat(25)], 'text'],
  [[], 'text'],
])('%j are sent as %s', (choices, type) => {
  expect(typeOf(choices)).toEqual([type])
})

test('a button returns its label', () => {
  expect(withChoices('Which?', ['Red'], { buttons, longestText: 4096 })).toEqual([
    { type: 'buttons', text: 'Which?', buttons: [{ type: 'quick_reply', text: 'Red', quickReplyId: 'Red' }] },
  ])
})

test('choices are numbered lines on a channel without buttons, and below a text that is too long for them', () => {
  expect(withChoices('Which?', ['Red', 'Blue'], { buttons: null, longestText: 500 })).toEqual([
    { type: 'text', text: 'Which?\n\n1. Red\n2. Blue' },
  ])
  expect(typeOf(['Red'], buttons, 'x'.repeat(1025))).toEqual(['text'])
  expect(typeOf(['Red'], null, '')).toEqual(['text'])
})

test('a text without choices is split, and no text is no message', () => {
  expect(withChoices('one two', [], { buttons, longestText: 4 })).toHaveLength(2)
  expect(withChoices('', [], { buttons, longestText: 4 })).toEqual([])
})
