import { expect, test } from 'vitest'
import { listEntry } from './conversation-entity.ts'

/** Moving an index entry deletes the old one and writes the new one. */
const UNITS_PER_MOVE = 2

/** Returns the write units of the index for messages at these seconds in a conversation that is new. */
function unitsOf(seconds: readonly number[]): number {
  let listedAt: number | undefined
  let units = 0
  for (const second of seconds) {
    const entry = listEntry({ id: 'a', listedAt }, second * 1000)
    if (entry.listedAt === undefined) continue
    units += listedAt === undefined ? 1 : UNITS_PER_MOVE
    listedAt = entry.listedAt
  }
  return units
}

test.each([
  [
    'one question a minute, answered by an agent after 10 seconds',
    (n: number) => Math.floor(n / 2) * 60 + (n % 2) * 10,
  ],
  ['a message every 70 seconds', (n: number) => n * 70],
  ['a lively chat', (n: number) => n * 5],
])('costs at most half a write unit a message: %s', (_, at) => {
  const seconds = Array.from({ length: 200 }, (_unused, n) => at(n))
  expect(unitsOf(seconds) / seconds.length).toBeLessThanOrEqual(0.5)
})
