import { expect, test } from 'vitest'
import { digitsOfPath } from './numbers.ts'

test.each([
  ['447700900100', '447700900100'],
  ['+447700900100', '447700900100'],
  [' +44 7700-900100', '447700900100'],
  ['%2B447700900100', undefined],
  ['++447700900100', undefined],
  ['0447700900100', undefined],
  ['44770', undefined],
  ['4477009001001234', undefined],
  ['447700900100x', undefined],
  ['', undefined],
  ['4'.repeat(1000), undefined],
])('parses the path segment %j as %j', (part, digits) => {
  expect(digitsOfPath(part)).toBe(digits)
})
