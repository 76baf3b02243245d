import { expect, test } from 'vitest'
import { usdText } from './costs.ts'

test.each([
  [0, '0.000000'],
  [1_234_567, '1.234567'],
  [30, '0.000030'],
])('%i millionths of a USD are %s', (microUsd, text) => {
  expect(usdText(microUsd)).toBe(text)
})
