import { expect, test } from 'vitest'
import { shorten } from './shorten.ts'

test.each([
  ['short', 5, 'short'],
  ['a longer text', 10, 'a lon… cut'],
  ['😀😀😀😀😀', 8, '😀\ufffd… cut'],
  ['text', 2, '… cut'],
])('%o in %i characters is %o', (text, most, expected) => {
  expect(shorten(text, most)).toBe(expected)
})
