import { MAX_DELIVERY_DAYS } from '@messaging/contract/retention.ts'
import { expect, test } from 'vitest'
import { derivedId, derivedTimeId } from '../../platform/clock.ts'
import { firstIdAt } from './id-range.ts'
import { idRangeOf, matches, parseSearch, searchCondition } from './search.ts'

const NOW = 1_795_167_600_000
const MINUTE = 60_000
const id = derivedTimeId(NOW - MINUTE, 'a')
const hex = id.replaceAll('-', '')
const DAY = 86_400_000
const OLDEST = NOW - MAX_DELIVERY_DAYS * DAY
/** The first 12 digits of ids: their time. */
const hexAt = (at: number) => derivedTimeId(at, 'a').replaceAll('-', '').slice(0, 12)

test.each([
  [id, { kind: 'id', id }],
  [` ${id.toUpperCase()} `, { kind: 'id', id }],
  [id.slice(0, 8), { kind: 'prefix', prefix: id.slice(0, 8) }],
  [id.slice(0, 13), { kind: 'prefix', prefix: id.slice(0, 13) }],
  [hex.slice(0, 15), { kind: 'prefix', prefix: id.slice(0, 17) }],
  ['+49 171 555-0100', { kind: 'number', digits: '491715550100' }],
  ['0049 171', { kind: 'number', digits: '49171' }],
  ['0171 5550100', { kind: 'number', digits: '1715550100' }],
  ['wamid.HBg', { kind: 'text', text: 'wamid.HBg' }],
  ['deadbeef', { kind: 'text', text: 'deadbeef' }],
  [id.slice(0, 4), { kind: 'text', text: id.slice(0, 4) }],
  [`${hex.slice(0, 12)}xy`, { kind: 'text', text: `${hex.slice(0, 12)}xy` }],
  [hexAt(OLDEST), { kind: 'prefix', prefix: firstIdAt(OLDEST) }],
  [hexAt(OLDEST - 1), { kind: 'text', text: hexAt(OLDEST - 1) }],
  [hexAt(NOW + DAY), { kind: 'prefix', prefix: firstIdAt(NOW + DAY) }],
  [hexAt(NOW + DAY + 1), { kind: 'text', text: hexAt(NOW + DAY + 1) }],
])('reads %j as %o', (q, expected) => {
  expect(parseSearch(q, NOW)).toEqual(expected)
})

test('searches the ids that begin with a prefix', () => {
  const { first = '', last = '' } = idRangeOf(parseSearch(id.slice(0, 10), NOW))
  expect(first <= id && id <= last).toBe(true)
  expect(last < derivedTimeId(NOW + MINUTE, 'a')).toBe(true)
})

test('searches the deliveries of a message in the hour after it', () => {
  const { first = '', last = '' } = idRangeOf({ kind: 'id', id })
  expect([first, last]).toEqual([firstIdAt(NOW - MINUTE), firstIdAt(NOW + 59 * MINUTE)])
  expect(idRangeOf({ kind: 'id', id: derivedId('conversation') })).toEqual({})
  expect(idRangeOf({ kind: 'conversation', id })).toEqual({})
  expect(idRangeOf({ kind: 'id', id: id.replace(/^(.{14})8/, '$17') })).toEqual({ first, last })
})

test('matches the id of a message or a conversation in its own field only', () => {
  const conversationId = derivedId('conversation')
  const payload = JSON.stringify({ message: { id, body: conversationId }, conversationId })
  for (const [kind, own, foreign] of [
    ['message', id, conversationId],
    ['conversation', conversationId, id],
  ] as const) {
    expect(matches({ kind, id: own }, { payload })).toBe(true)
    expect(matches({ kind, id: foreign }, { payload })).toBe(false)
    expect(matches({ kind, id: own }, {})).toBe(false)
  }
  expect(idRangeOf({ kind: 'message', id })).toEqual(idRangeOf({ kind: 'id', id }))
  expect(idRangeOf({ kind: 'conversation', id: conversationId })).toEqual({})
})

test('matches digits in the number of the customer only', () => {
  const payload = JSON.stringify({ from: '+491715550100', phoneNumber: '+447700900100', conversationId: 'c' })
  expect(matches({ kind: 'number', digits: '5550' }, { payload })).toBe(true)
  expect(matches({ kind: 'number', digits: '7700900' }, { payload })).toBe(false)
  expect(matches({ kind: 'number', digits: '5550' }, {})).toBe(false)
  expect(matches({ kind: 'text', text: 'x' }, { payload })).toBe(true)
})

test.each([
  [{ kind: 'prefix', prefix: '0193' }, ['id begins 0193']],
  [{ kind: 'id', id }, [`(payload has ${id} OR excerpt has ${id})`]],
  [{ kind: 'message', id }, [`(payload has ${id} OR excerpt has ${id})`]],
  [{ kind: 'number', digits: '5550' }, ['(payload has 5550 OR excerpt has 5550)']],
  [{ kind: 'text', text: 'a "b"' }, ['(payload has a \\"b\\" OR excerpt has a \\"b\\")']],
] as const)('%o is the condition %s', (search, condition) => {
  const attributes = { id: 'id', payload: 'payload', excerpt: 'excerpt' }
  const contains = (attribute: string, value: string) => `${attribute} has ${value}`
  const begins = (attribute: string, value: string) => `${attribute} begins ${value}`
  expect(searchCondition(search, attributes, { contains, begins })).toEqual(condition)
})
