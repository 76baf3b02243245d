import { expect, test } from 'vitest'
import { windowSecondsLeft } from './window.ts'

const NOW = 1_795_167_600_000

test.each([
  ['a customer who never wrote', undefined, 0],
  ['a message just now', NOW, 86_400],
  ['a message half a second ago', NOW - 500, 86_399],
  ['a message an hour ago', NOW - 3_600_000, 82_800],
  ['the last second', NOW - 86_399_000, 1],
  ['exactly a day ago', NOW - 86_400_000, 0],
  ['two days ago', NOW - 172_800_000, 0],
])('returns the seconds left after %s', (_, lastInboundAt, seconds) => {
  expect(windowSecondsLeft(lastInboundAt, 86_400, NOW)).toBe(seconds)
})
