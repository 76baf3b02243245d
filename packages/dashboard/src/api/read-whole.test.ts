import { expect, test } from 'vitest'
import { allPages } from './read-whole.ts'

test('a whole list is its pages, in order, also behind an empty one', async () => {
  const pages = new Map([
    [undefined, { results: ['a', 'b'], nextCursor: '1' }],
    ['1', { results: [], nextCursor: '2' }],
    ['2', { results: ['c'], nextCursor: null }],
  ])
  const asked: unknown[] = []
  const items = await allPages(async (query) => {
    asked.push(query)
    return pages.get(query.cursor) ?? { results: [], nextCursor: null }
  })
  expect(items).toEqual(['a', 'b', 'c'])
  expect(asked).toEqual([{ limit: '100' }, { limit: '100', cursor: '1' }, { limit: '100', cursor: '2' }])
})
