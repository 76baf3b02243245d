import { expect, test } from 'vitest'
import { NumberRangeError, parseExactJson } from './exact-json.ts'
import { parseJson } from './json.ts'
import { DepthMeter, isDeeper, isTooDeep, JsonDepthError, MOST_LEVELS, parseBoundedJson } from './json-depth.ts'

const nested = (levels: number, open = '[', close = ']', inner = '') =>
  open.repeat(levels) + inner + close.repeat(levels)

test.each([
  ['arrays at the limit', nested(MOST_LEVELS), false],
  ['arrays above it', nested(MOST_LEVELS + 1), true],
  ['objects at the limit', nested(MOST_LEVELS, '{"a":', '}', '1'), false],
  ['objects above it', nested(MOST_LEVELS + 1, '{"a":', '}', '1'), true],
  ['brackets in a text', JSON.stringify(nested(5000)), false],
  ['brackets behind an escaped quote', JSON.stringify(`"${nested(5000)}`), false],
  ['a text that ends with a backslash, then arrays', `["\\\\",${nested(MOST_LEVELS)}]`, true],
  ['many siblings', `[${Array.from({ length: 5000 }, () => '[]').join()}]`, false],
  ['unclosed arrays', '['.repeat(1_000_000), true],
  ['unclosed text', `"${'['.repeat(5000)}`, false],
])('%s', (_, text, expected) => {
  expect(isTooDeep(text)).toBe(expected)
  const meter = new DepthMeter()
  expect([...text.slice(0, 20_000)].some((character) => meter.add(character))).toBe(expected)
})

test('parsers refuse deep JSON instead of exhausting the stack', () => {
  const deep = nested(20_000)
  expect(parseJson(deep)).toBeUndefined()
  expect(() => parseBoundedJson(deep)).toThrow(JsonDepthError)
  expect(() => parseExactJson(nested(20_000, '{"a":', '}', '12345678901234567890'))).toThrow(JsonDepthError)
  expect(() => parseExactJson('1e999 ,')).toThrow(SyntaxError)
  expect(() => parseExactJson('[1e999]')).toThrow(NumberRangeError)
  expect(parseBoundedJson('{"a":[1]}')).toEqual({ a: [1] })
})

test('a value of any depth is measured', () => {
  const deep: unknown = JSON.parse(nested(200_000))
  expect([isDeeper(deep), isDeeper({ a: [{}] }, 3), isDeeper({ a: [{}] }, 2), isDeeper('x', 0)]).toEqual([
    true,
    false,
    true,
    false,
  ])
})
