import { expect, test } from 'vitest'
import { readFilteredPage } from './filtered-page.ts'

/** A list of numbers, read as ElectroDB reads a query with a filter. */
function listOf(length: number, passes: (item: number) => boolean) {
  const looked: number[] = []
  const read = async ({ limit, cursor, count }: { limit: number; cursor: string | null; count?: number }) => {
    const begin = Number(cursor ?? 0)
    looked.push(limit)
    const data: number[] = []
    for (let item = begin; item < length; item++) {
      if (count === undefined && item === begin + limit) return { data, cursor: String(item) }
      if (passes(item)) data.push(item)
      if (data.length === count) return { data, cursor: String(item + 1) }
    }
    return { data, cursor: null }
  }
  return { read, looked }
}

const even = (item: number) => item % 2 === 0

test('pages follow each other without a gap or a repeat', async () => {
  const { read } = listOf(95, even)
  const seen: number[] = []
  let cursor: string | undefined
  do {
    const page = await readFilteredPage({ offset: 0, limit: 20, ...(cursor && { cursor }) }, read)
    seen.push(...page.items)
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  expect(seen).toEqual(Array.from({ length: 48 }, (_, index) => index * 2))
})

test('an offset skips what passes', async () => {
  const { read } = listOf(1000, even)
  expect((await readFilteredPage({ offset: 120, limit: 2 }, read)).items).toEqual([240, 242])
})

test('a page that finds nothing ends after a bounded number of items and can be continued', async () => {
  const { read, looked } = listOf(100_000, (item) => item === 5000)
  const page = await readFilteredPage({ offset: 0, limit: 20 }, read)
  expect(page).toEqual({ items: [], nextCursor: '1000' })
  expect(looked).toEqual(Array(10).fill(100))
})

test('a cursor that cannot be read is a 400', async () => {
  const broken = () => Promise.reject(new Error('Unable to parse cursor'))
  await expect(readFilteredPage({ offset: 0, limit: 20, cursor: 'x' }, broken)).rejects.toMatchObject({ status: 400 })
})

test('a read that fails throws its error, with a cursor too', async () => {
  const failing = () => Promise.reject(new Error('throttled'))
  const cursor = Buffer.from('{"pk":"a"}').toString('base64url')
  await expect(readFilteredPage({ offset: 0, limit: 20, cursor }, failing)).rejects.toThrow('throttled')
  await expect(readFilteredPage({ offset: 0, limit: 20 }, failing)).rejects.toThrow('throttled')
})
