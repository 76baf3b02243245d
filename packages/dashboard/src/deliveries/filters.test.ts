import * as v from 'valibot'
import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from '../shell/search.ts'
import { DeliveriesSearch, isFiltered } from './filters.ts'

const read = (search: string) => v.parse(DeliveriesSearch, parseSearch(search))

test('filters survive the way through the address bar', () => {
  const filters = {
    status: 'failed',
    webhookId: '0192f1aa-0000-7000-8000-000000000001',
    event: 'message.received',
    since: '2026-11-21T05:00:00.000Z',
    until: '2026-11-21T06:00:00.000Z',
    cursor: '0192f1aa-0000-8000-8000-000000000002',
  } as const
  expect(read(stringifySearch(filters))).toEqual(filters)
})

test('what is no filter shows everything instead of an error', () => {
  expect(read('?status=lost&event=nothing&since=yesterday&colour=red')).toEqual({})
})

test('another page of an unfiltered list is not filtered', () => {
  expect(isFiltered(read('?cursor=x'))).toBe(false)
  expect(isFiltered(read('?status=failed'))).toBe(true)
})
