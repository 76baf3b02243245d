import { expect, test } from 'vitest'
import { failedItems } from './poller.ts'

const failing = (...ids: unknown[]) => ({ batchItemFailures: ids.map((itemIdentifier) => ({ itemIdentifier })) })

test.each([
  [null, []],
  [undefined, []],
  ['', []],
  [{}, []],
  [{ batchItemFailures: null }, []],
  [{ batchItemFailures: [] }, []],
  [failing('b'), ['b']],
  [failing('b', 'a', 'b'), ['b', 'a']],
  [failing('x'), ['a', 'b', 'c']],
  [failing('a', ''), ['a', 'b', 'c']],
  [failing(null), ['a', 'b', 'c']],
  [{ batchItemFailures: [{ id: 'a' }] }, ['a', 'b', 'c']],
  [{ batchItemFailures: 'a' }, ['a', 'b', 'c']],
  ['done', ['a', 'b', 'c']],
  [[], ['a', 'b', 'c']],
])('%o reports %o', (response, failed) => {
  expect(Array.from(failedItems(response, ['a', 'b', 'c']))).toEqual(failed)
})
