import { expect, test } from 'vitest'
import { editsBetween } from './edits-between.ts'

test.each([
  ['lamp', 'lamp', 2, 0],
  ['lamp', 'lamps', 2, 1],
  ['lapm', 'lamp', 2, 1],
  ['lump', 'lamp', 2, 1],
  ['mitten', 'sitting', 3, 3],
  ['mitten', 'sitting', 2, 3],
  ['a', 'abcd', 2, 3],
  ['', 'ab', 2, 2],
  ['subscripton', 'subscrip', 2, 1],
  ['lamping', 'lamp', 2, 3],
])('%s and %s, at most %i: %i', (word, stem, most, edits) => {
  expect(editsBetween(word, stem, most)).toBe(edits)
})
