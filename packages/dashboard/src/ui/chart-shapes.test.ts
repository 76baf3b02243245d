import { expect, test } from 'vitest'
import { highestValue, movedCursor, stackedBars, unbrokenParts } from './chart-shapes.ts'

const SERIES = [{ values: [10, null, 5_000] }, { values: [2, 0, 1] }]

test('stacks bars, and keeps one failure among thousands visible', () => {
  const bars = stackedBars(SERIES, { highest: 5_000, height: 100 })
  expect(bars.map(({ series, index }) => [series, index])).toEqual([
    [0, 0],
    [1, 0],
    [0, 2],
    [1, 2],
  ])
  expect(bars.at(-1)).toMatchObject({ bottom: 100, height: 2 })
})

test('finds the highest value of stacked bars and of lines', () => {
  expect(highestValue(SERIES, true)).toBe(5_001)
  expect(highestValue(SERIES, false)).toBe(5_000)
  expect(highestValue([], true)).toBe(0)
})

test('breaks a line where there is no data', () => {
  expect(unbrokenParts([null, 1, 2, null, 3])).toEqual([
    [
      [1, 1],
      [2, 2],
    ],
    [[4, 3]],
  ])
})

test.each([
  ['ArrowLeft', null, 23],
  ['ArrowLeft', 0, 0],
  ['ArrowRight', 3, 4],
  ['ArrowRight', 23, 23],
  ['Home', 5, 0],
  ['End', 5, 23],
  ['PageDown', 10, 7],
  ['Escape', 5, null],
  ['a', 5, undefined],
])('%s moves the cursor from %s to %s', (key, from, to) => {
  expect(movedCursor(key, from, 24)).toBe(to)
})
