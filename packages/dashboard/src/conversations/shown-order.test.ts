import { expect, test } from 'vitest'
import { neighbourOf, showOrder } from './shown-order.ts'

test.each([
  ['a', 'b'],
  ['c', 'b'],
  ['x', 'a'],
])('after %s comes %s', (id, next) => {
  showOrder(['a', 'b', 'c'])
  expect(neighbourOf(id)).toBe(next)
})

test('nothing comes after the only one', () => {
  showOrder(['a'])
  expect(neighbourOf('a')).toBeUndefined()
})
