import { expect, test } from 'vitest'
import { hasFiles } from './kept-file.ts'

test.each([
  [[{ customer: 'Hello' }], false],
  [[{ customer: 'Hello' }, { customer: 'Look', file: 'picture.jpg' }], true],
  [undefined, false],
])('a test with the turns %j has files: %s', (turns, expected) => {
  expect(hasFiles({ tests: [{ name: 'A test', ...(turns && { turns }) }] })).toBe(expected)
})
