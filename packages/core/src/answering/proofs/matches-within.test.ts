import { expect, test } from 'vitest'
import { matchesWithin } from './matches-within.ts'

test.each([
  ['ORDER a-\\d+', 'Your order A-1042', true],
  ['^Your', 'Not your order', false],
  ['[😀]', 'Fine 😀', true],
  // It would take centuries.
  ['^(?:a+)+$', `${'a'.repeat(60)}!`, false],
  ['(', 'no expression', false],
])('%s in %s: %s', (pattern, text, expected) => {
  expect(matchesWithin(pattern, text)).toBe(expected)
})
