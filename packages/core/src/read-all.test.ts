import { expect, test } from 'vitest'
import { readAll } from './read-all.ts'

test('asks again for what a batch left out, and for each key once', async () => {
  const asked: number[][] = []
  const items = await readAll([1, 2, 2, 3], async (keys) => {
    asked.push(keys)
    return { data: keys.slice(0, 2), unprocessed: keys.slice(2) }
  })
  expect(items).toEqual([1, 2, 3])
  expect(asked).toEqual([[1, 2, 3], [3]])
})

test('throws when its time is over and keys are left', async () => {
  let now = 0
  const patience = { clock: () => now, pause: async (milliseconds: number) => (now += milliseconds) }
  const read = readAll([1], async (keys) => ({ data: [], unprocessed: keys }), patience)
  await expect(read).rejects.toThrow('1 items could not be read')
  expect(now).toBeGreaterThanOrEqual(8000)
})
