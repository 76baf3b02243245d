import { expect, test } from 'vitest'
import { fallbackAfter } from './message-edge.ts'

const refused = (providerCode: number | null) => ({
  kind: 'refused' as const,
  error: { code: 'upstream_error' as const, providerCode, message: '' },
})

test.each([
  ['marketing_messages', 131055, { edge: 'messages', remembers: true }],
  ['marketing_messages', 10, { edge: 'messages', remembers: true }],
  ['marketing_messages', 200, { edge: 'messages', remembers: true }],
  ['marketing_messages', 134101, { edge: 'messages', remembers: false }],
  ['marketing_messages', 131050, undefined],
  ['marketing_messages', 190, undefined],
  ['marketing_messages', null, undefined],
  ['messages', 131063, { edge: 'marketing_messages', remembers: false }],
  ['messages', 131055, undefined],
] as const)('after a refusal of %s with %s: %j', (edge, code, expected) => {
  expect(fallbackAfter(edge, refused(code))).toEqual(expected)
})

test('an accepted or unconfirmed message is not sent to another path', () => {
  expect(fallbackAfter('messages', { kind: 'unknown', failure: 'timeout' })).toBeUndefined()
  expect(fallbackAfter('marketing_messages', { kind: 'accepted', waId: 'w', contactWaId: undefined })).toBeUndefined()
})
