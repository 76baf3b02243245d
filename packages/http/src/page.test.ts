import { afterAll, expect, test, vi } from 'vitest'
import { toPage } from './page.ts'

vi.stubEnv('PUBLIC_BASE_URL', 'https://api.example.com/prod')
afterAll(() => vi.unstubAllEnvs())

const list = (query: Record<string, string> | null) => ({ path: '/api/v1/agents', queryStringParameters: query })

test('the first page has a next link with its cursor and no previous link', () => {
  const page = toPage(list(null), { offset: 0, limit: 2 }, { count: 5, results: ['a', 'b'], nextCursor: 'C+/=' })
  expect(page).toEqual({
    count: 5,
    next: 'https://api.example.com/prod/api/v1/agents/?offset=2&limit=2&cursor=C%2B%2F%3D',
    previous: null,
    results: ['a', 'b'],
  })
})

test('a later page keeps the other parameters, and its previous link has no cursor', () => {
  const query = { offset: '3', limit: '2', cursor: 'C', msgNumber: '447700900100' }
  const page = toPage(list(query), { offset: 3, limit: 2, cursor: 'C' }, { count: 5, results: ['d'], nextCursor: 'D' })
  const link = (url: string | null) => Object.fromEntries(new URL(url ?? '').searchParams)
  expect(link(page.next)).toEqual({ offset: '4', limit: '2', cursor: 'D', msgNumber: '447700900100' })
  expect(link(page.previous)).toEqual({ offset: '1', limit: '2', msgNumber: '447700900100' })
})

test('a page behind the items that can be skipped has no previous link without a cursor', () => {
  const previousOf = (offset: number, more = {}) =>
    toPage(list(null), { offset, limit: 20, cursor: 'C' }, { count: 9999, results: [], nextCursor: 'D', ...more })
      .previous
  expect(previousOf(1020)).toContain('offset=1000')
  expect(previousOf(1021)).toBeNull()
  expect(previousOf(1021, { previousCursor: 'newer.P' })).toContain('cursor=newer.P')
})

test('a list that can be read in both directions has a previous link with a cursor, also on its first page', () => {
  const answer = { count: 1, results: ['a'], nextCursor: null, previousCursor: 'newer.P' }
  const page = toPage(list({ status: 'failed' }), { offset: 0, limit: 20 }, answer)
  expect(page).toMatchObject({
    next: null,
    previous: 'https://api.example.com/prod/api/v1/agents/?status=failed&offset=0&limit=20&cursor=newer.P',
  })
})

test('the last page has no next link, and a previous link starts at 0 or later', () => {
  const page = toPage(list({ offset: '1' }), { offset: 1, limit: 20 }, { count: 2, results: ['b'], nextCursor: null })
  expect(page.next).toBeNull()
  expect(page.previous).toBe('https://api.example.com/prod/api/v1/agents/?offset=0&limit=20')
})
