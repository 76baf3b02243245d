import { expect, test } from 'vitest'
import { canonicalNumber, isSameNumber } from './canonical-number.ts'

test.each([
  ['554187650002', '5541987650002'],
  ['5521987654321', '552187654321'],
  ['5215512345678', '525512345678'],
  ['5491123456789', '541123456789'],
])('%s and %s are one number', (one, other) => {
  expect(canonicalNumber(one)).toBe(canonicalNumber(other))
  expect(isSameNumber(one, other)).toBe(true)
})

test.each([
  // A landline of Brazil has no ninth digit.
  ['554133334444', '5541933334444'],
  ['447700900200', '447700900201'],
  // Other countries with the same digits.
  ['4915112345678', '15112345678'],
])('%s and %s are two numbers', (one, other) => {
  expect(isSameNumber(one, other)).toBe(false)
})

test.each(['447700900200', 'US.1029384756', '447700900200#earlier', ''])('%j stays as it is', (name) => {
  expect(canonicalNumber(name)).toBe(name)
})

test('a missing number is the same as another missing one only', () => {
  expect(isSameNumber(undefined, undefined)).toBe(true)
  expect(isSameNumber('447700900200', undefined)).toBe(false)
})
