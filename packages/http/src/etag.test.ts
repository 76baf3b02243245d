import { expect, test } from 'vitest'
import { etagOf, expectedRevision } from './etag.ts'

test.each([
  [etagOf(12), 12],
  ['W/"12"', 12],
  ['*', undefined],
  [undefined, undefined],
])('reads If-Match %s as revision %s', (condition, revision) => {
  expect(expectedRevision({ headers: { 'if-match': condition } })).toBe(revision)
})

test('rejects an If-Match that is no ETag of the service', () => {
  expect(() => expectedRevision({ headers: { 'if-match': 'abc' } })).toThrow('If-Match: must be the ETag of a response')
})
