import * as v from 'valibot'
import { expect, test } from 'vitest'
import { isFiltered, parseSearch, stringifySearch } from '../shell/search.ts'
import { DeliveriesSearch, emptyTexts, isReplayable, listSearchOf, queryOf } from './filters.ts'

const read = (search: string) => v.parse(DeliveriesSearch, parseSearch(search))

test('restores filters from the URL', () => {
  const filters = {
    status: 'failed',
    replayed: 'false',
    webhookId: '0192f1aa-0000-7000-8000-000000000001',
    event: 'message.received',
    since: '2026-11-21T05:00:00.000Z',
    until: '2026-11-21T06:00:00.000Z',
    q: '+49 171',
    cursor: '0192f1aa-0000-8000-8000-000000000002',
  } as const
  expect(read(stringifySearch(filters))).toEqual(filters)
})

test('ignores invalid filters', () => {
  expect(read('?status=lost&event=nothing&since=yesterday&colour=red&q=ab')).toEqual({})
})

test('does not count the cursor as a filter', () => {
  expect(isFiltered(read('?cursor=x'))).toBe(false)
  expect(isFiltered(read('?status=failed'))).toBe(true)
})

test('filters by replays only among failed deliveries', () => {
  expect(queryOf(read('?status=failed&replayed=true'))).toMatchObject({ replayed: 'true' })
  expect(queryOf(read('?status=delivered&replayed=true'))).not.toHaveProperty('replayed')
})

test.each([
  ['?status=failed', true],
  ['?status=failed&event=message.received&replayed=false&since=2026-11-21T05:00:00.000Z', true],
  ['?status=failed&cause=timeout', false],
  ['?status=failed&q=Ada', false],
  ['?status=failed&replayed=true', false],
  ['?cause=timeout', false],
])('whether a bulk replay covers %s: %s', (search, isCovered) => {
  expect(isReplayable(read(search))).toBe(isCovered)
})

test.each([
  ['?status=failed', 'No failed deliveries'],
  ['?status=failed&since=2026-11-21T05:00:00.000Z', 'No failed deliveries'],
  ['?status=failed&cause=timeout', 'No matching deliveries'],
  ['?status=failed&replayed=true', 'No matching deliveries'],
  ['?status=pending&replayed=true', 'No pending deliveries'],
  ['?status=pending&q=Ada', 'No matching deliveries'],
  ['?cause=timeout', 'No matching deliveries'],
])('an empty list of %s has the title %s', (search, title) => {
  expect(emptyTexts(read(search)).title).toBe(title)
})

test('leads back to the list without the view of the delivery', () => {
  const search = { ...read('?status=failed&cursor=x'), body: 'raw', verify: 'node' } as const
  expect(stringifySearch(listSearchOf(search))).toBe('?status=failed&cursor=x')
})
