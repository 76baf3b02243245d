import { expect, test } from 'vitest'
import { cursorAfter, liveRows, newerOf, olderOf, positionOf } from './rows.ts'
import { summaryOf } from './testing.ts'

const row = (id: string, status: 'pending' | 'delivered' = 'delivered') => summaryOf({ id, status })
const ids = ({ rows }: ReturnType<typeof liveRows>) => rows.map(({ id, status }) => [id, status])

test('updates displayed rows in place and counts newer ones', () => {
  const live = liveRows([row('c', 'pending'), row('b')], [row('e'), row('d'), row('c'), row('b')])
  expect(ids(live)).toEqual([
    ['c', 'delivered'],
    ['b', 'delivered'],
  ])
  expect(live.newCount).toBe(2)
})

test('does not count rows that follow the displayed ones', () => {
  expect(liveRows([row('c')], [row('c'), row('b')]).newCount).toBe(0)
})

test('keeps displayed rows that have left the list', () => {
  const live = liveRows([row('c', 'pending'), row('b')], [row('d'), row('b')])
  expect(ids(live)).toEqual([
    ['c', 'pending'],
    ['b', 'delivered'],
  ])
  expect(live.newCount).toBe(1)
})

test('counts every row if no displayed row was read', () => {
  expect(liveRows([row('a')], [row('d'), row('c')]).newCount).toBe(2)
  expect(liveRows([row('a')], []).newCount).toBe(0)
})

test('continues after a row by its id, and by its failure in a list of failures', () => {
  const failed = summaryOf({ failedCursor: '1795167600000#01938475-0000-7000-8000-000000000001' })
  expect(cursorAfter(failed, undefined)).toBe(failed.id)
  expect(cursorAfter(failed, 'failed')).toBe(failed.failedCursor)
})

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
