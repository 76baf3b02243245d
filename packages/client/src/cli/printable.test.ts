import { expect, test } from 'vitest'
import { printable } from './printable.ts'

test.each([
  ['a title', '\u001b]0;owned\u0007', '\\u001b]0;owned\\u0007'],
  ['a cleared screen in one character', '\u009b2J', '\\u009b2J'],
  ['a line that is overwritten', 'safe\rrm -rf', 'safe\\u000drm -rf'],
  ['reordered text', 'a\u202eb\u2066c\u200fd', 'a\\u202eb\\u2066c\\u200fd'],
  ['lines, tabs, and words of all scripts', 'Moin\n\tשלום 👩‍👧 Ä', 'Moin\n\tשלום 👩‍👧 Ä'],
])('%s is shown', (_, text, shown) => expect(printable(text)).toBe(shown))

test('JSON keeps its meaning', () => {
  const value = { text: '\u001b[2J \u202e \u009b' }
  expect(JSON.parse(printable(JSON.stringify(value)))).toEqual(value)
})
