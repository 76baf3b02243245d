import { expect, test } from 'vitest'
import { countThatFits, fittingPage, LARGEST_PAGE_BYTES, responseBytes } from './fit-response.ts'

test.each([
  ['no items', [], 0],
  ['items that fit', [4, 6], 2],
  ['an item too many', [4, 6, 1], 2],
  ['a first item that is too large alone', [11, 1], 1],
  ['a second item that is too large', [1, 11, 1], 1],
])('counts %s', (_, sizes, count) => {
  expect(countThatFits(sizes, 10)).toBe(count)
})

test.each([
  ['a', 7],
  ['"', 10],
  ['ä', 8],
  ['\n', 9],
])('the bytes of %j are those of the body within a response', (text, bytes) => {
  expect(responseBytes(text)).toBe(bytes)
})

const SIZES = Array.from({ length: 24 }, () => 270_000)
const list = async ({ offset, limit }: { offset: number; limit: number }) => ({
  results: SIZES.slice(offset, offset + limit).map((size) => 'x'.repeat(size)),
  nextCursor: offset + limit < SIZES.length ? String(offset + limit) : null,
})

test('the pages of a list are small enough, and include each item once', async () => {
  const lengths: number[] = []
  for (let cursor: string | null = '0'; cursor !== null; ) {
    const page: Awaited<ReturnType<typeof list>> = await fittingPage({ offset: Number(cursor), limit: 100 }, list)
    expect(responseBytes(page.results)).toBeLessThanOrEqual(LARGEST_PAGE_BYTES + 1000)
    lengths.push(page.results.length)
    cursor = page.nextCursor
  }
  expect(lengths).toEqual([18, 6])
})
