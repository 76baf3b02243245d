import type { AuditEntry } from '@messaging/contract/dashboard/audit-log.ts'
import { expect, test } from 'vitest'
import { actorOf, changeOf, objectNameOf, outcomeHint, withNames } from './entry-words.ts'

const entry: AuditEntry = {
  id: '01990000-0000-7000-8000-000000000000',
  at: '2026-01-02T03:04:05.678Z',
  action: 'create',
  object: 'webhook',
  objectId: 'c0ffee00-0000-4000-8000-000000000000',
  objectName: null,
  fields: [],
  actor: { userId: 'u1', email: 'anna@example.com', apiKeyId: null, apiKeyName: null },
  requestId: null,
  sourceIp: null,
  outcome: 'done',
  code: null,
}

test('an entry says what happened to which object', () => {
  expect(changeOf(entry)).toBe('Created endpoint')
  expect(objectNameOf(entry)).toBe('c0ffee00')
  expect(objectNameOf({ ...entry, objectName: 'Orders' })).toBe('Orders')
  expect(objectNameOf({ ...entry, objectId: '447700900123' })).toBe('447700900123')
  expect(objectNameOf({ ...entry, object: 'sign_in' })).toBeUndefined()
})

test('replays and uploads name what was replayed and uploaded', () => {
  expect(changeOf({ ...entry, action: 'replay' })).toBe('Replayed deliveries of endpoint')
  expect(changeOf({ ...entry, action: 'replay', object: 'delivery' })).toBe('Replayed delivery')
  expect(changeOf({ ...entry, action: 'replay', object: 'delivery', objectId: null })).toBe('Replayed deliveries')
  expect(changeOf({ ...entry, action: 'upload', object: 'agent' })).toBe('Uploaded document')
})

test('a deletion has the latest name of its object', () => {
  const entries: AuditEntry[] = [
    { ...entry, action: 'delete' },
    { ...entry, action: 'upload', objectName: 'prices.txt' },
    { ...entry, action: 'update', objectName: 'Orders' },
    { ...entry, objectName: 'Order' },
    { ...entry, action: 'delete', objectId: 'other' },
  ]
  expect(withNames(entries).map(({ objectName }) => objectName)).toEqual([
    'Orders',
    'prices.txt',
    'Orders',
    'Order',
    null,
  ])
})

test.each([
  [{}, 'anna@example.com'],
  [{ email: null, apiKeyName: 'CI', apiKeyId: 'k' }, 'API key CI'],
  [{ email: null }, 'User without an account'],
  [{ email: null, userId: null }, 'Service operator'],
])('the actor %o is %s', (actor, name) => {
  expect(actorOf({ ...entry, actor: { ...entry.actor, ...actor } })).toBe(name)
})

test('an outcome other than done is explained', () => {
  expect(outcomeHint('refused', 'not_found')).toBe('Nothing was changed (not_found).')
  expect(outcomeHint('interrupted', null)).toContain('may have been made')
})
