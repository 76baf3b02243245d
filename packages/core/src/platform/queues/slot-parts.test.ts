import { expect, test } from 'vitest'
import { derivedId } from '../clock.ts'
import { partsFor, slotParts } from './slot-parts.ts'

test.each([
  [1, [1]],
  [5, [5]],
  [16, [16]],
  [17, [9, 8]],
  [250, [...Array(10).fill(16), ...Array(6).fill(15)]],
])('%i slots are in parts of at most 16', (limit, limits) => {
  const parts = slotParts(limit)
  expect(parts.map((part) => part.limit)).toEqual(limits)
  expect(new Set(parts.map(({ part }) => part)).size).toBe(parts.length)
  expect(parts[0]?.part).toBe('')
})

test('holders spread over the parts, and each has up to three different ones', () => {
  const homes = new Map<string, number>()
  for (let n = 0; n < 1600; n++) {
    const parts = partsFor(derivedId('holder', String(n)), 250)
    expect(new Set(parts).size).toBe(parts.length)
    homes.set(parts[0].part, (homes.get(parts[0].part) ?? 0) + 1)
  }
  expect(homes.size).toBe(16)
  for (const count of homes.values()) expect(count).toBeGreaterThan(60)
  expect(partsFor(derivedId('holder'), 5)).toEqual([{ part: '', limit: 5 }])
})
