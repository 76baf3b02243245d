import type { AuditEntry } from '@replywright/contract/audit-log.ts'
import { dashboardEndpoints } from '@replywright/contract/dashboard/endpoints.ts'
import type { Endpoint } from '@replywright/contract/endpoint.ts'
import { endpoints } from '@replywright/contract/endpoints.ts'
import { expect, test } from 'vitest'
import {
  actorOf,
  changeOf,
  changeText,
  fieldLabel,
  fieldsOf,
  objectNameOf,
  outcomeHint,
  withNames,
} from './entry-words.ts'

const entry: AuditEntry = {
  id: '01990000-0000-7000-8000-000000000000',
  at: '2026-01-02T03:04:05.678Z',
  action: 'create',
  object: 'webhook',
  objectId: 'c0ffee00-0000-4000-8000-000000000000',
  objectName: null,
  fields: [],
  changes: [],
  version: null,
  actor: { userId: 'u1', email: 'anna@example.com', apiKeyId: null, apiKeyName: null },
  requestId: null,
  sourceIp: null,
  forwardedFor: null,
  outcome: 'done',
  code: null,
}

test('an entry says what happened to which object', () => {
  expect(changeOf(entry)).toBe('Created endpoint')
  expect(objectNameOf(entry)).toBe('c0ffee00')
  expect(objectNameOf({ ...entry, objectName: 'Orders' })).toBe('Orders')
  expect(objectNameOf({ ...entry, objectId: '447700900123' })).toBe('447700900123')
  const signIn: AuditEntry = { ...entry, object: 'sign_in', objectName: 'anna@example.com' }
  expect(objectNameOf(signIn)).toBeUndefined()
  expect(objectNameOf({ ...signIn, actor: { ...entry.actor, userId: null, email: null } })).toBe('anna@example.com')
})

test('a sign-out is told from the end of another session, and an incorrect code from a sign-in', () => {
  const signIn: AuditEntry = { ...entry, object: 'sign_in', action: 'sign_in', objectId: 'u1' }
  expect(changeOf(signIn)).toBe('Signed in')
  expect(changeOf({ ...signIn, outcome: 'refused' })).toBe('Entered an incorrect code at sign-in')
  expect(changeOf({ ...signIn, action: 'sign_out' })).toBe('Signed out')
  expect(changeOf({ ...signIn, action: 'sign_out', objectId: 'another session' })).toBe('Ended a session')
})

test('the service disables endpoints itself', () => {
  const actor = { userId: null, email: null, apiKeyId: null, apiKeyName: null }
  const disabled: AuditEntry = { ...entry, action: 'disable_automatically', actor }
  expect(`${actorOf(disabled)}: ${changeOf(disabled)}`).toBe('Service: Automatically disabled endpoint')
})

test('replays and uploads name what was replayed and uploaded', () => {
  expect(changeOf({ ...entry, action: 'replay' })).toBe('Replayed deliveries of endpoint')
  expect(changeOf({ ...entry, action: 'replay', object: 'delivery' })).toBe('Replayed delivery')
  expect(changeOf({ ...entry, action: 'replay', object: 'delivery', objectId: null })).toBe('Replayed deliveries')
  expect(changeOf({ ...entry, action: 'upload', object: 'agent' })).toBe('Uploaded document')
})

test.each([
  ['save_test', 'Saved a test of agent'],
  ['delete_test', 'Deleted a test of agent'],
  ['save_draft', 'Saved a draft of agent'],
  ['publish', 'Published agent'],
  ['restore_version', 'Restored a version of agent'],
] as const)('the change %s of an agent is “%s”', (action, text) => {
  expect(changeOf({ ...entry, object: 'agent', action })).toBe(text)
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

test('a change of a value is a sentence with the label of the field', () => {
  const change = { field: 'name', before: 'Orders', after: 'Orders EU' }
  expect(changeText('webhook', change)).toBe('Name: “Orders” → “Orders EU”')
  expect(changeText('number', { field: 'activeAgent', before: null, after: 'Reception' })).toBe(
    'Agent: none → “Reception”',
  )
  expect(changeText('number', { field: 'defaultWebhook', before: 'Orders', after: null })).toBe(
    'Endpoint: “Orders” → none',
  )
})

test('a word of the API has the name that the pages show', () => {
  expect(changeText('member', { field: 'role', before: 'viewer', after: 'admin' })).toBe('Role: “Viewer” → “Admin”')
  expect(changeText('number', { field: 'defaultRouting', before: null, after: 'webhook' })).toBe(
    'Default routing: none → “Endpoint”',
  )
})

/** Returns the names of the fields of a schema: an object, a pipe with it, or a choice of several. */
function namesOf(schema: object): string[] {
  if ('entries' in schema) return Object.keys(Object(schema.entries))
  const parts = 'options' in schema ? schema.options : 'pipe' in schema ? schema.pipe : []
  return Array.isArray(parts) ? parts.flatMap((part) => (part === schema ? [] : namesOf(Object(part)))) : []
}

const CHANGED = Object.values<Endpoint>({ ...endpoints, ...dashboardEndpoints }).flatMap(({ audit, body }) =>
  audit ? [...namesOf(body ?? {}), ...(audit.values ?? [])].map((field) => ({ ...audit, field })) : [],
)

test('each field that the log shows has a label', () => {
  const shown = CHANGED.filter(({ action, object, field }) => fieldsOf({ action, object, fields: [field] }) === field)
  expect(shown).toEqual([])
  expect(fieldsOf({ action: 'update', object: 'agent', fields: ['systemPrompt'] })).toBe('Instructions')
})

test('a field of an earlier version has its name', () => {
  expect(fieldLabel('template', 'former')).toBe('former')
})

test('fields of a request are named where they say more than the action', () => {
  const fields = ['name', 'url']
  expect(fieldsOf({ action: 'update', object: 'webhook', fields })).toBe('Name, URL')
  expect(fieldsOf({ action: 'create', object: 'webhook', fields })).toBe('')
  expect(fieldsOf({ action: 'save_test', object: 'agent', fields: ['test'] })).toBe('')
  expect(fieldsOf({ action: 'send', object: 'conversation', fields: ['uploadId', 'name', 'caption'] })).toBe('')
  expect(fieldsOf({ action: 'redrive', object: 'queue', fields: ['messageIds'] })).toBe('')
})
