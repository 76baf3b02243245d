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

test('gives up when nothing comes any more', async () => {
  await expect(readAll([1], async (keys) => ({ data: [], unprocessed: keys }))).rejects.toThrow('could not be read')
})
