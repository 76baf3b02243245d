import { expect, test } from 'vitest'
import { toDigits, toE164 } from './phone-number.ts'

test('converts a number between the formats of the API and of events', () => {
  expect(toE164('447700900123')).toBe('+447700900123')
  expect(toDigits('+447700900123')).toBe('447700900123')
  for (const event of ['+447700900123', '']) expect(toE164(event)).toBe(event)
  for (const digits of ['447700900123', '']) expect(toDigits(digits)).toBe(digits)
})
