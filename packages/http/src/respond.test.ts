import { expect, test } from 'vitest'
import { etagOf, expectedRevision } from './respond.ts'

const change = { method: 'PUT', versioned: true } as const

test.each([
  [etagOf(12), 12],
  ['W/"12"', 12],
  ['*', undefined],
  [undefined, undefined],
])('reads If-Match %s as revision %s', (condition, revision) => {
  expect(expectedRevision(change, { headers: { 'if-match': condition } })).toBe(revision)
})

test('rejects an If-Match that is no ETag of the service', () => {
  expect(() => expectedRevision(change, { headers: { 'if-match': 'abc' } })).toThrow(
    'If-Match: must be the ETag of a response',
  )
})

test.each([
  ['a resource without versions', { method: 'PUT' }],
  ['a read', { method: 'GET', versioned: true }],
] as const)('%s ignores If-Match', (_, endpoint) => {
  for (const condition of ['"12"', 'abc'])
    expect(expectedRevision(endpoint, { headers: { 'if-match': condition } })).toBeUndefined()
})
