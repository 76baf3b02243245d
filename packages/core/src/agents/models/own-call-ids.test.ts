import { expect, test } from 'vitest'
import { uniqueCallIds } from './own-call-ids.ts'

test.each([
  { ids: ['a', 'b'], unique: ['a', 'b'] },
  { ids: ['call_0', 'call_0', 'call_0'], unique: ['call_0', 'call00000', 'call00001'] },
  {
    ids: [undefined, null, '', ' ', 7, {}],
    unique: ['call00000', 'call00001', 'call00002', 'call00003', '7', 'call00004'],
  },
  { ids: ['', 'call00000'], unique: ['call00001', 'call00000'] },
  { ids: ['call_0', 'b'], taken: ['call_0', 'call00000'], unique: ['call00001', 'b'] },
  { ids: [7, '7'], unique: ['7', 'call00000'] },
  { ids: ['x'.repeat(20_001)], unique: ['call00000'] },
])('the ids $ids become $unique', ({ ids, taken = [], unique }) => {
  expect(uniqueCallIds(ids, new Set(taken))).toEqual(unique)
})
