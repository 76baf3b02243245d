import { expect, test } from 'vitest'
import { formatPhone } from './phone-format.ts'

test.each([
  ['447700900100', '+44 7700 900100'],
  ['4915123456789', '+49 1512 3456789'],
  ['14155552671', '+1 415 555 2671'],
  ['5511987654321', '+55 11 98765 4321'],
  ['102290129340398', undefined],
  ['', undefined],
  ['user', undefined],
])('%j is the number %j', (digits, text) => {
  expect(formatPhone(digits)).toBe(text)
})
