import { expect, test } from 'vitest'
import { partsOf } from './event-parts.ts'

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
