import { expect, test } from 'vitest'
import { CLOCK_TOLERANCE_MILLISECONDS, isBeforeConnection } from './provider-time.ts'

const connectedAt = 1_795_167_600_900

test.each([
  ['in the second of the connection', 1_795_167_600_000, false],
  ['within the tolerance of the clocks', connectedAt - CLOCK_TOLERANCE_MILLISECONDS, false],
  ['before that', connectedAt - CLOCK_TOLERANCE_MILLISECONDS - 1, true],
])('a message %s is before the connection of its number: %s', (_, sentAt, isBefore) => {
  expect(isBeforeConnection({ connectedAt }, sentAt)).toBe(isBefore)
})
