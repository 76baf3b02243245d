import { expect, test } from 'vitest'
import { fromLocalInput, toLocalInput } from './local-time.ts'

test('converts a time to local input and back, to the minute', () => {
  const at = '2026-02-03T04:05:00.000Z'
  expect(toLocalInput(at)).toMatch(/^2026-02-0[234]T\d\d:\d[05]$/)
  expect(fromLocalInput(toLocalInput(at))).toBe(at)
})

test('returns undefined for an empty or incomplete field', () => {
  expect(toLocalInput(undefined)).toBe('')
  expect(fromLocalInput('')).toBeUndefined()
  expect(fromLocalInput('2026-02-')).toBeUndefined()
})
