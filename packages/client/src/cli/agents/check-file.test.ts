import { expect, test } from 'vitest'
import { misspeltWords, toolProblems } from './check-file.ts'

test.each([
  ['numbr', ['memoryKeys.0.type: unknown type numbr; did you mean number?']],
  ['Boolean', ['memoryKeys.0.type: unknown type Boolean; did you mean boolean?']],
  ['strng', ['memoryKeys.0.type: unknown type strng; did you mean string?']],
  ['number', []],
  ['json', []],
  ['date', []],
  ['text', []],
  [7, []],
])('a memory key of the type %j', (type, lines) => {
  expect(misspeltWords({ memoryKeys: [{ key: 'a', type }] })).toEqual(lines)
})

test('the types of outcomes are read, too', () => {
  expect(misspeltWords({ outcomeKeys: [{ type: 'json' }, { type: 'jsn' }] })).toEqual([
    'outcomeKeys.1.type: unknown type jsn; did you mean json?',
  ])
})

test.each([
  [
    { name: 'Menu', apiSchema: { url: 'not a url' } },
    [expect.stringContaining('tools[Menu]: The agent does not have')],
  ],
  [
    { apiSchema: { url: 'https://a.example', headers: {} } },
    ['tools[0]: Without effect: headers (use request_headers).'],
  ],
  [{ name: 'Menu', apiSchema: { url: 'https://a.example' } }, []],
  [{ name: 'Menu', active: false, apiSchema: 1 }, []],
])('the tool %j', (tool, lines) => {
  expect(toolProblems({ tools: [tool] })).toEqual(lines)
})

test.each([[{}], [{ tools: 'x', memoryKeys: null }]])('%j has nothing to check', (fields) => {
  expect([...misspeltWords(fields), ...toolProblems(fields)]).toEqual([])
})
