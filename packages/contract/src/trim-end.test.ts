import { expect, test } from 'vitest'
import { trimEnd } from './trim-end.ts'

test.each([
  ['', ''],
  ['//', ''],
  ['https://a.example//', 'https://a.example'],
  ['a', 'a'],
])('%s without slashes at the end', (text, expected) => {
  expect(trimEnd(text, '/')).toBe(expected)
})
