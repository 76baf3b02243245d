import { expect, test } from 'vitest'
import { firstWanted } from './inbox.ts'

/** Reads pages of 101 rows of the numbers below `count`. */
function pagesOf(count: number) {
  const rows = Array.from({ length: count }, (_, n) => n)
  return async (cursor: string | null) => {
    const from = Number(cursor ?? 0)
    return { data: rows.slice(from, from + 101), cursor: from + 101 < count ? String(from + 101) : null }
  }
}

test.each([
  { count: 0, wanted: 0, hasMore: false },
  { count: 100, wanted: 100, hasMore: false },
  { count: 101, wanted: 100, hasMore: true },
  { count: 300, wanted: 100, hasMore: true },
])('of $count rows, $wanted are returned; more: $hasMore', async ({ count, wanted, hasMore }) => {
  const first = await firstWanted(pagesOf(count), () => true)
  expect(first).toEqual({ wanted: Array.from({ length: wanted }, (_, n) => n), hasMore })
})

test('a filter finds rows behind the first hundred', async () => {
  expect(await firstWanted(pagesOf(300), (n) => n % 100 === 99)).toEqual({ wanted: [99, 199, 299], hasMore: false })
})

test('a filter that few match reads a bounded number of rows', async () => {
  const read = new Set<number>()
  const isWanted = (n: number) => {
    read.add(n)
    return false
  }
  expect(await firstWanted(pagesOf(5_000), isWanted)).toEqual({ wanted: [], hasMore: true })
  expect(read.size).toBe(1_010)
})
