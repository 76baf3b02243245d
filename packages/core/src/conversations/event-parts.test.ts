import { expect, test } from 'vitest'
import { partsOf, writeEarlier } from './event-parts.ts'

const events = (count: number, isApart: boolean) =>
  Array.from({ length: count }, (_, id) => ({ id, ...(isApart && { payloadItem: {} }) }))

test.each([
  [0, true, []],
  [50, false, [50]],
  [49, true, [49]],
  [50, true, [49, 1]],
  [98, false, [98]],
  [99, false, [98, 1]],
  [120, true, [49, 49, 22]],
])('%s events, with payload items of their own: %s, are parts of %j', (count, isApart, sizes) => {
  const all = events(count, isApart)
  const [last, earlier] = partsOf(all, 2)
  const parts = [...earlier, last]
  expect(parts.map(({ length }) => length).filter((length) => length > 0)).toEqual(sizes)
  expect(parts.flat()).toEqual(all)
  for (const part of parts) expect(part.length * (isApart ? 2 : 1) + 2).toBeLessThanOrEqual(100)
})

/** A table that has some events. It refuses an event that it has, and the check of all writes from number `refusesFrom` on. */
function tableWith(stored: readonly string[], refusesFrom = Number.POSITIVE_INFINITY) {
  const events = new Set(stored)
  let writes = 0
  const write = async (part: readonly string[]) => {
    if (writes++ >= refusesFrom) return [0]
    const refused = part.flatMap((event, index) => (events.has(event) ? [1 + index] : []))
    if (refused.length === 0) for (const event of part) events.add(event)
    return refused
  }
  return { events, write }
}

test.each([
  ['all parts', [], undefined, true, ['a', 'b', 'c']],
  ['what an interrupted run left out', ['b'], undefined, true, ['b', 'a', 'c']],
  ['nothing behind a check that was refused', [], 1, false, ['a', 'b']],
  ['nothing more if all are stored', ['a', 'b', 'c'], undefined, true, ['a', 'b', 'c']],
])('stores %s', async (_, before, refusesFrom, isAllowed, after) => {
  const table = tableWith(before, refusesFrom)
  expect(await writeEarlier([['a', 'b'], ['c']], 1, table.write)).toBe(isAllowed)
  expect([...table.events]).toEqual(after)
})
