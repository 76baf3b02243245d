import * as v from 'valibot'
import { expect, test } from 'vitest'
import { isFiltered } from '../shell/search.ts'
import { InboxSearch, inboxQuery } from './filters.ts'

const query = (search: object) => inboxQuery(v.parse(InboxSearch, search))

test('builds the query from the URL', () => {
  expect(query({ show: 'needs-human', number: '447700900001' })).toMatchObject({
    needsHuman: 'true',
    msgNumber: '447700900001',
  })
  expect(query({ failure: 'timeout' })).toMatchObject({ failure: 'timeout' })
  expect(query({ show: 'mine', search: 'Ada' })).toMatchObject({ mine: 'true', search: 'Ada' })
  expect(query({})).toMatchObject({ done: 'false' })
  expect(query({ search: 'Ada' })).not.toHaveProperty('done')
  expect(query({ show: 'unread' })).not.toHaveProperty('done')
})

test('ignores unknown filters', () => {
  expect(query({ show: 'everything' })).not.toHaveProperty('needsHuman')
  expect(isFiltered(v.parse(InboxSearch, { show: 'everything', cursor: 'c' }))).toBe(false)
  expect(isFiltered(v.parse(InboxSearch, { search: 'Ada' }))).toBe(true)
})
