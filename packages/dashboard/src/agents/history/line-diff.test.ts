import { expect, test } from 'vitest'
import { lineDiff, shortened } from './line-diff.ts'

const shown = (before: string, after: string) =>
  lineDiff(before, after).map(({ kind, text }) => `${{ same: ' ', added: '+', removed: '-' }[kind]}${text}`)

test.each([
  ['a\nb', 'a\nb', [' a', ' b']],
  ['a\nb\nc', 'a\nc', [' a', '-b', ' c']],
  ['a\nc', 'a\nb\nc', [' a', '+b', ' c']],
  ['a\nb\nc', 'a\nx\nc', [' a', '-b', '+x', ' c']],
  ['a\nb\nc\nd', 'b\nd\ne', ['-a', ' b', '-c', ' d', '+e']],
  ['', 'a', ['-', '+a']],
])('compares %j and %j', (before, after, lines) => {
  expect(shown(before, after)).toEqual(lines)
})

test('handles large texts', () => {
  const text = (mark: string) => Array.from({ length: 3000 }, (_, line) => `${line} ${mark}`).join('\n')
  expect(lineDiff(text('a'), text('b'))).toHaveLength(6000)
})

test('shows two equal lines around a change', () => {
  const lines = lineDiff('1\n2\n3\n4\n5\n6\n7', '1\n2\n3\n4\n5\n6\nx')
  expect(shortened(lines).map(({ text }) => text)).toEqual([null, '5', '6', '7', 'x'])
})
