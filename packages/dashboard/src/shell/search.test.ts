import { expect, test } from 'vitest'
import { parseSearch, safeNext, stringifySearch } from './search.ts'

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
