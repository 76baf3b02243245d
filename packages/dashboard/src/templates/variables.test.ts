import { expect, test } from 'vitest'
import { nextVariable, richText, textParts, variablesOf } from './variables.ts'

test('lists each variable once, in order', () => {
  expect(variablesOf('{{2}} and {{ 1 }} and {{2}}')).toEqual(['2', '1'])
  expect(variablesOf('{1} {{}')).toEqual([])
})

test('splits a text into its parts', () => {
  expect(textParts('Hi {{1}}!')).toEqual([{ text: 'Hi ' }, { variable: '1' }, { text: '!' }])
  expect(textParts('')).toEqual([])
})

test.each([
  ['', 'POSITIONAL', '1'],
  ['{{1}} {{4}}', 'POSITIONAL', '5'],
  ['{{name}}', 'NAMED', 'value_2'],
  ['{{value_2}}', 'NAMED', 'value_3'],
])('the next variable after %o (%s) is %s', (text, format, next) => {
  expect(nextVariable(text, format)).toBe(next)
})

const plain = (text: string, index = 0) => ({ index, text, styles: [], variable: undefined })

test('replaces variables with samples and shows variables without a sample', () => {
  expect(richText({ text: 'Hi {{1}}, {{ order_id }}!', samples: { '1': 'Alex' } })).toEqual([
    plain('Hi '),
    { index: 1, text: 'Alex', styles: [], variable: 'sample' },
    plain(', ', 2),
    { index: 3, text: '{{order_id}}', styles: [], variable: 'missing' },
    plain('!', 4),
  ])
})

test.each([
  ['*bold*', ['bold']],
  ['_italic_', ['italic']],
  ['~struck~', ['strike']],
  ['```code```', ['code']],
  ['*_both_*', ['bold', 'italic']],
])('formats %s as %o', (text, styles) => {
  expect(richText({ text, samples: {} }).map((piece) => piece.styles)).toEqual([styles])
})

test.each(['2 * 3 * 4', 'snake_case_name', 'a * b', '**', 'C*'])('does not format %s', (text) => {
  expect(richText({ text, samples: {} })).toEqual([plain(text)])
})

test('does not format samples', () => {
  expect(richText({ text: '{{1}}', samples: { '1': '*x*' } })).toEqual([
    { index: 0, text: '*x*', styles: [], variable: 'sample' },
  ])
})
