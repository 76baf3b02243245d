import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mediaToken, readMediaToken } from './media-token.ts'

const key = Buffer.alloc(32, 1)
const ref = {
  organizationId: '0199aa00-0000-7000-8000-000000000001',
  conversationId: '0199aa00-0000-5000-8000-000000000002',
  messageId: '0199aa00-0000-8000-8000-000000000003',
  index: 0,
}
const token = mediaToken(ref, key)

test('a token decodes to its reference and is deterministic', () => {
  expect(readMediaToken(token, key)).toEqual(ref)
  expect(mediaToken(ref, key)).toBe(token)
  expect(token).toMatch(/^[\w-]{66}\.[\w-]{22}$/)
})

test('each file of a message has its own token', () => {
  const second = mediaToken({ ...ref, index: 1 }, key)
  expect(second).not.toBe(token)
  expect(readMediaToken(second, key)).toMatchObject({ index: 1 })
})

test.each([
  ['the signature of another key', mediaToken(ref, Buffer.alloc(32, 2))],
  ['no signature', token.split('.')[0] ?? ''],
  ['appended text', `${token}.x`],
  ['another encoding of the same bytes', `${token.slice(0, 65)}${token.charAt(65)}=${token.slice(66)}`],
  ['no content', ''],
])('rejects a token with %s', (_, forged) => {
  expect(readMediaToken(forged, key)).toBeUndefined()
})

test('rejects a token with any changed character', () => {
  fc.assert(
    fc.property(fc.nat(token.length - 1), fc.constantFrom('A', 'b', '0', '-', '.', '/'), (at, character) => {
      const changed = token.slice(0, at) + character + token.slice(at + 1)
      expect(readMediaToken(changed, key)).toEqual(changed === token ? ref : undefined)
    }),
  )
})
