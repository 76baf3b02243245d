import { expect, test } from 'vitest'
import { percentText, usdText } from './number-text.ts'

test.each([
  [null, '–'],
  [1, '100%'],
  [0.9999, '99.9%'],
  [0.875, '87.5%'],
  [0, '0%'],
])('formats a share of %s as %s', (share, text) => {
  expect(percentText(share)).toBe(text)
})

test.each([
  [1234.567, '$1,234.57'],
  [12.5, '$12.50'],
  [0.5, '$0.50'],
  [0.0123, '$0.0123'],
  [0.05, '$0.05'],
  [0.000778, '$0.0008'],
  [0.00009, '<$0.0001'],
  [0, '$0.00'],
])('formats %d USD as %s', (usd, text) => {
  expect(usdText(usd)).toBe(text)
})
