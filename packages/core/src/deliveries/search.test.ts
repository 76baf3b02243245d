import { MAX_DELIVERY_DAYS } from '@replywright/contract/retention.ts'
import { expect, test } from 'vitest'
import { derivedId, derivedTimeId } from '../platform/clock.ts'
import { DeliveryEntity } from './delivery-entity.ts'
import { EVERY_ID, firstIdAt } from './index-range.ts'
import { type DeliveryFilter, filterConditions, idRangeOf, matchesAll, parseSearch, type Search } from './search.ts'

const NOW = 1_795_167_600_000
const MINUTE = 60_000
const id = derivedTimeId(NOW - MINUTE, 'a')
const idsOf = (search: Search) => idRangeOf({ searches: [search] })
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
  const { first, last } = idsOf(parseSearch(id.slice(0, 10), NOW))
  expect(first <= id && id <= last).toBe(true)
  expect(last < derivedTimeId(NOW + MINUTE, 'a')).toBe(true)
})

test('searches the deliveries of a message in the hour after it', () => {
  const { first, last } = idsOf({ kind: 'id', id })
  expect([first, last]).toEqual([firstIdAt(NOW - MINUTE), firstIdAt(NOW + 59 * MINUTE)])
  expect(idsOf({ kind: 'id', id: derivedId('conversation') })).toEqual(EVERY_ID)
  expect(idsOf({ kind: 'conversation', id })).toEqual(EVERY_ID)
  expect(idsOf({ kind: 'id', id: id.replace(/^(.{14})8/, '$17') })).toEqual({ first, last })
  for (const invalid of ['11111111-1111-1111-1111-111111111111', id.replace(/^(.{14})8/, '$19')])
    expect(idsOf({ kind: 'message', id: invalid })).toEqual(EVERY_ID)
})

test('matches the id of a message or a conversation in its own field only', () => {
  const conversationId = derivedId('conversation')
  const payload = JSON.stringify({ message: { id, body: conversationId }, conversationId })
  for (const [kind, own, foreign] of [
    ['message', id, conversationId],
    ['conversation', conversationId, id],
  ] as const) {
    expect(matchesAll([{ kind, id: own }], { payload })).toBe(true)
    expect(matchesAll([{ kind, id: foreign }], { payload })).toBe(false)
    expect(matchesAll([{ kind, id: own }], {})).toBe(false)
  }
  expect(idsOf({ kind: 'message', id })).toEqual(idsOf({ kind: 'id', id }))
  expect(idsOf({ kind: 'conversation', id: conversationId })).toEqual(EVERY_ID)
})

test('matches digits in the number of the customer only', () => {
  const payload = JSON.stringify({ from: '+491715550100', phoneNumber: '+447700900100', conversationId: 'c' })
  expect(matchesAll([{ kind: 'number', digits: '5550' }], { payload })).toBe(true)
  expect(matchesAll([{ kind: 'number', digits: '7700900' }], { payload })).toBe(false)
  expect(matchesAll([{ kind: 'number', digits: '5550' }], {})).toBe(false)
  expect(matchesAll([{ kind: 'text', text: 'x' }], { payload })).toBe(true)
})

/** Returns the condition as DynamoDB receives it, with the names and values in place. */
function conditionOf(filter: Partial<DeliveryFilter>): string | undefined {
  const params = DeliveryEntity.query
    .byId({ webhookId: 'w', shard: '0' })
    .where((delivery, operations) =>
      filterConditions({ searches: [], now: 5000, ...filter }, delivery, operations).join(' AND '),
    )
    .params<{
      FilterExpression?: string
      ExpressionAttributeNames: Record<string, string>
      ExpressionAttributeValues: Record<string, unknown>
    }>()
  const named = { ...params.ExpressionAttributeNames, ...params.ExpressionAttributeValues }
  return params.FilterExpression?.replace(/[#:]\w+/g, (name) => String(named[name]))
}

test.each([
  [{}, ''],
  [{ event: 'message.received' }, ' AND e = message.received'],
  [{ cause: 'timeout' }, ' AND k = timeout'],
  [{ tests: 'hidden' }, ' AND e <> test.ping AND attribute_not_exists(b)'],
  [
    { status: 'failed', event: 'message.received', cause: 'gone' },
    ' AND s = failed AND e = message.received AND k = gone',
  ],
] as const)('%o is the condition %s', (filter, condition) => {
  expect(conditionOf(filter)).toBe(`expiresAt > 5${condition}`)
})

test.each([
  [{ kind: 'prefix', prefix: '0193' }, ' AND begins_with(i, 0193)'],
  [{ kind: 'id', id }, ` AND (contains(p, ${id}) OR contains(g, ${id}))`],
  [{ kind: 'message', id }, ` AND (contains(p, ${id}) OR contains(g, ${id}))`],
  [{ kind: 'number', digits: '5550' }, ' AND (contains(p, 5550) OR contains(g, 5550))'],
  [{ kind: 'text', text: 'a "b"' }, ' AND (contains(p, a \\"b\\") OR contains(g, a \\"b\\"))'],
] as const)('the search %o is the condition %s', (search, condition) => {
  expect(conditionOf({ searches: [search] })).toBe(`expiresAt > 5${condition}`)
})
