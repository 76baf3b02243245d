import { expect, test } from 'vitest'
import { quantize, similarity } from './quantize.ts'

test.each([
  [[1, 0], [5, 0], 1],
  [[1, 0], [0, 3], 0],
  [[1, 1], [-2, -2], -1],
  [[3, 4], [4, 3], 0.96],
  [[0, 0], [1, 0], 0],
])('%j and %j: %d', (one, other, expected) => {
  const others = Int8Array.from([9, 9, ...quantize(other)])
  expect(similarity(quantize(one), others, 2)).toBeCloseTo(expected, 1)
})
