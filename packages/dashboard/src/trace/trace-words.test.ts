import { expect, test } from 'vitest'
import { eventWords, offsetWords, placeWords } from './trace-words.ts'

test.each([
  ['provider', 'Provider'],
  ['relay', 'Queue'],
  ['answer → provider', 'Agent to provider'],
  ['Shop (hooks.example.com)', 'Shop (hooks.example.com)'],
])('an event at %s happened at %s', (where, words) => {
  expect(placeWords(where)).toBe(words)
})

test.each([
  ['2026-03-02T09:15:30.000Z', '+0 ms'],
  ['2026-03-02T09:15:32.500Z', '+2.5 s'],
  // The clock of the provider is behind.
  ['2026-03-02T09:15:29.800Z', '−200 ms'],
])('an event at %s has the offset %s', (at, words) => {
  expect(offsetWords({ at }, '2026-03-02T09:15:30.000Z')).toBe(words)
})

test('an event begins a sentence', () => {
  expect(eventWords('attempt 2 (redriven)')).toBe('Attempt 2 (redriven)')
  expect(eventWords('')).toBe('')
})
