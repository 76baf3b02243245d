import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NumberRangeError, parseExactJson } from './exact-json.ts'

test.each([
  '9007199254740993',
  '-9007199254740993',
  '[12345678901234567890,{"a":-98765432109876543210}]',
  `1${'0'.repeat(400)}`,
])('keeps %s', (text) => {
  expect(JSON.stringify(parseExactJson(text))).toBe(text)
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
      const text = JSON.stringify([JSON.parse(json), integers])
      expect(JSON.stringify(parseExactJson(text))).toBe(text)
    }),
  )
})
