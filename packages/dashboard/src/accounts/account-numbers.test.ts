import { expect, test } from 'vitest'
import { numbersOf } from './account-numbers.ts'

test.each([
  ['', []],
  ['447700900100', ['447700900100']],
  ['447700900100,447700900101', ['447700900100', '447700900101']],
])('phoneNumbers %o are read as %o', (phoneNumbers, numbers) => {
  expect(numbersOf({ phoneNumbers })).toEqual(numbers)
})
