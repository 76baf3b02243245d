import { expect, test } from 'vitest'
import { decodePosition, encodePosition, type Position } from './find-customer.ts'

const NOW = Date.parse('2026-03-02T09:15:30Z')
const decode = (position: Position) => decodePosition(encodePosition(position) ?? undefined, NOW)

test.each<Position>([
  { phase: 'parked' },
  { phase: 'parked', id: '2026-03-02', cursor: 'a' },
  { phase: 'parked', id: '2026-01-31' },
  { phase: 'conversations', id: 'a conversation', cutAt: NOW },
])('continues at %o', (position) => {
  expect(decode(position)).toEqual(position)
})

test.each([
  ['a later day', '2026-03-03'],
  ['a day of a distant year', '9999-12-31'],
  ['no such day', '2026-13-01'],
  ['a text', 'x'],
  ['a time', '2026-03-02T00:00:00Z'],
])('refuses %s as the day of parked events', (_, id) => {
  expect(() => decode({ phase: 'parked', id })).toThrow(expect.objectContaining({ status: 400 }))
})

test.each([['garbage'], [Buffer.from('{"phase":"other"}').toString('base64url')]])(
  'refuses the cursor %s',
  (cursor) => {
    expect(() => decodePosition(cursor, NOW)).toThrow(expect.objectContaining({ status: 400 }))
  },
)

test('begins with the parked events', () => {
  expect(decodePosition(undefined, NOW)).toEqual({ phase: 'parked' })
})
