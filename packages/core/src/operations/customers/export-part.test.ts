import { expect, test } from 'vitest'
import { responseBytes } from '../../platform/paging/fit-response.ts'
import { LARGEST_STEP_BYTES, type Placed, partsOf, tellFrom } from './export-part.ts'

const placed = (place: string, bytes: number): Placed => ({ place, record: { type: place, text: 'x'.repeat(bytes) } })
const typesOf = (page: readonly Placed[], told?: string) => {
  const step = tellFrom(page, told)
  return [step.records.map(({ type }) => type), step.told]
}

test.each([
  ['no records', [], undefined, [[], undefined]],
  ['records that fit, in their order', [placed('b', 1), placed('a', 1)], undefined, [['a', 'b'], undefined]],
  ['records that do not fit', [placed('a', 3e6), placed('b', 3e6), placed('c', 1)], undefined, [['a'], 'a']],
  ['a record that is too large alone', [placed('a', 9e6), placed('b', 1)], undefined, [['a'], 'a']],
  ['the rest of a page', [placed('a', 9e6), placed('b', 1)], 'a', [['b'], undefined]],
  ['the rest of a page whose last record was deleted', [placed('a', 1), placed('c', 1)], 'b', [['c'], undefined]],
])('tells %s', (_, page, told, expected) => {
  expect(typesOf(page, told)).toEqual(expected)
})

test.each([
  ['', 1],
  ['"'.repeat(6_000_000), 12],
  ['\u0001'.repeat(500_001), 2],
  [`${'x'.repeat(499_999)}😀`, 2],
])('the parts of a long text fit a step and are the text', (text, count) => {
  const parts = partsOf(text)
  expect(parts).toHaveLength(count)
  expect(parts.join('')).toBe(text)
  for (const part of parts) expect(responseBytes(part)).toBeLessThanOrEqual(LARGEST_STEP_BYTES)
})
