import { expect, test } from 'vitest'
import { nextVariable, textParts, variablesOf } from './variables.ts'

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
