import { expect, test } from 'vitest'
import { newerOf, olderOf, positionOf } from './neighbours.ts'
import { summaryOf } from './testing.ts'

const failure = (failedCursor: string) => summaryOf({ id: 'x', failedCursor })

test('the position of a delivery is its id, and its failure in a list of failures', () => {
  expect(positionOf(summaryOf({ id: 'a' }), {})).toBe('a')
  expect(positionOf(failure('1#a'), { status: 'failed' })).toBe('1#a')
  expect(positionOf(summaryOf(), { status: 'failed' })).toBeUndefined()
})

test('the newest delivery has no newer one, although the page of newer ones is then the newest page', () => {
  expect(newerOf([summaryOf({ id: 'c' })], 'b', {})?.id).toBe('c')
  expect(newerOf([summaryOf({ id: 'b' })], 'b', {})).toBeUndefined()
  expect(newerOf([summaryOf({ id: 'a' })], 'b', {})).toBeUndefined()
  expect(olderOf([summaryOf({ id: 'a' })], 'b', {})?.id).toBe('a')
  expect(olderOf([summaryOf({ id: 'b' })], 'b', {})).toBeUndefined()
  expect(newerOf([failure('2#a')], '1#b', { status: 'failed' })?.failedCursor).toBe('2#a')
})
