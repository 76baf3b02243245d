import { validate as isUuid } from 'uuid'
import { expect, test } from 'vitest'
import { derivedTimeId, newId } from '../../platform/clock.ts'
import { firstIdAt, justBelow, lowestIdAt } from './id-range.ts'

const AT = 1_795_167_600_000

test('firstIdAt sorts before the ids of its time and after earlier ones', () => {
  expect(firstIdAt(AT) < derivedTimeId(AT, 'a')).toBe(true)
  expect(firstIdAt(AT) > derivedTimeId(AT - 1, 'a')).toBe(true)
  expect(firstIdAt(0) < derivedTimeId(0, 'a')).toBe(true)
})

test('lowestIdAt is an id that sorts before the others of its time and after earlier ones', () => {
  expect(isUuid(lowestIdAt(AT))).toBe(true)
  for (const id of [derivedTimeId(AT, 'a'), newId()]) expect(lowestIdAt(AT) < id).toBe(true)
  expect(lowestIdAt(AT) > derivedTimeId(AT - 1, 'a')).toBe(true)
})

test('ids of replays sort by time as well', () => {
  const before = Date.now()
  const id = newId()
  expect(firstIdAt(before) < id && id < firstIdAt(Date.now() + 1)).toBe(true)
})

test.each([
  ['0190-00a0', '0190-009f'],
  ['0190-00a1', '0190-00a0'],
  ['0190-00aa', '0190-00a9'],
])('a range that ends just below %s includes %s and not the id itself', (id, next) => {
  expect(next < justBelow(id) && justBelow(id) < id).toBe(true)
})
