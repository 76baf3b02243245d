import { expect, test } from 'vitest'
import { countFilters, isFiltered, parseSearch, safeNext, stringifySearch } from './search.ts'

test('parses a query back to the same strings, including digits', () => {
  const values = { status: 'failed', from: '447700900123', since: '2026-11-21T06:00:00.000Z' }
  expect(parseSearch(stringifySearch(values))).toEqual(values)
  expect(stringifySearch({ status: 'failed', webhookId: undefined, event: '' })).toBe('?status=failed')
  expect(stringifySearch({})).toBe('')
})

test.each([
  ['/webhooks/1?tab=log', '/webhooks/1?tab=log'],
  [undefined, '/'],
  ['https://evil.example/', '/'],
  ['//evil.example/', '/'],
  ['/\\evil.example/', '/'],
  ['javascript:alert(1)', '/'],
  ['/sign-in?next=/', '/'],
])('redirects next=%s to %s after signing in', (next, to) => {
  expect(safeNext(next)).toBe(to)
})

test.each([
  [{}, 0],
  [{ cursor: 'x' }, 0],
  [{ actor: 'a', object: undefined }, 1],
  [{ actor: 'a', since: '2026-11-21T06:00:00.000Z', until: '2026-11-22T06:00:00.000Z' }, 2],
  [{ until: '2026-11-22T06:00:00.000Z', cursor: 'x' }, 1],
])('the query %j has %d filters', (search, count) => {
  expect(countFilters(search)).toBe(count)
  expect(isFiltered(search)).toBe(count > 0)
})
