import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NumberRangeError, parseExactJson, stringifyExactJson } from './exact-json.ts'

test.each([
  '9007199254740993',
  '-9007199254740993',
  '[12345678901234567890,{"a":-98765432109876543210}]',
  `1${'0'.repeat(400)}`,
])('keeps %s', (text) => {
  expect(stringifyExactJson(parseExactJson(text))).toBe(text)
})

test.each([
  '9007199254740991',
  '1.5',
  '0.1234567890123456',
  '1e300',
  '"12345678901234567890"',
  '"1e400"',
  '{"a":1e-400,"b":1e0300}',
])('%s is what JSON.parse returns', (text) => {
  expect(parseExactJson(text)).toEqual(JSON.parse(text))
})

test.each([
  ['{"a":{"b":[1,1e400]}}', 'a.b.1'],
  ['{"a":1,"b":-1E+400 }', 'b'],
  ['[1e0400]', '0'],
  [`{"a":1${'0'.repeat(400)}.5}`, 'a'],
])('names the number that is too large in %s', (text, path) => {
  expect(() => parseExactJson(text)).toThrow(new NumberRangeError(path))
})

test('any JSON is the same after parsing and writing', () => {
  fc.assert(
    fc.property(fc.json(), fc.array(fc.bigInt()), (json, integers) => {
      const text = stringifyExactJson([JSON.parse(json), integers])
      expect(stringifyExactJson(parseExactJson(text))).toBe(text)
    }),
  )
})

test('writes an integer with all its digits between levels of indentation', () => {
  expect(stringifyExactJson({ a: [12345678901234567890n] }, 2)).toBe('{\n  "a": [\n    12345678901234567890\n  ]\n}')
})

test('writes a value without a bigint as JSON.stringify does', () => {
  const value = { a: [1, 'b', null, undefined], c: new Date(0), d: undefined }
  expect(stringifyExactJson(value)).toBe(JSON.stringify(value))
  expect(stringifyExactJson(value, 2)).toBe(JSON.stringify(value, null, 2))
})
