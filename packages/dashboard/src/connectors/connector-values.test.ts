import { MASKED } from '@messaging/contract/agents-sub-resources.ts'
import { expect, test } from 'vitest'
import { connectorErrors, connectorInput, connectorValues, fieldOf } from './connector-values.ts'

const stored = connectorValues({
  name: 'CRM',
  url: 'https://crm.example.com/mcp',
  headers: { Authorization: 'Bearer s3cret' },
})
const row = { key: 'k', name: 'X-Team', value: 'blue', storedAs: null }

test('a stored value never enters the page, and the mask that is sent back keeps it', () => {
  expect(JSON.stringify(stored)).not.toContain('s3cret')
  expect(connectorInput(stored).headers).toEqual({ Authorization: MASKED })
  expect(connectorErrors(stored)).toEqual({})
})

test('what was typed replaces the stored value', () => {
  const headers = stored.headers.map((header) => ({ ...header, value: 'Bearer new' }))
  expect(connectorInput({ ...stored, headers }).headers).toEqual({ Authorization: 'Bearer new' })
})

test('a stored header that gets another name needs a value', () => {
  const headers = stored.headers.map((header) => ({ ...header, name: 'X-Key' }))
  expect(connectorErrors({ ...stored, headers })).toEqual({ 'headers.0.value': 'Must not be empty.' })
})

test.each([
  ['a name is missing', { ...stored, name: ' ' }, 'name'],
  ['a URL that is none', { ...stored, url: 'crm' }, 'url'],
  ['a header without a name', { ...stored, headers: [{ ...row, name: '' }] }, 'headers.0.name'],
  ['a name that no header can have', { ...stored, headers: [{ ...row, name: 'X Team' }] }, 'headers.0.name'],
  ['a value that no header can have', { ...stored, headers: [{ ...row, value: 'a\nb' }] }, 'headers.0.value'],
  ['a name twice', { ...stored, headers: [row, { ...row, name: 'x-team' }] }, 'headers.1.name'],
])('%s is told beside its field', (_, values, field) => {
  expect(Object.keys(connectorErrors(values))).toEqual([field])
})

test('what the service refuses of a header is found by its name', () => {
  expect(fieldOf('headers.X-Team', [...stored.headers, row])).toBe('headers.1.value')
  expect(fieldOf('headers', [row])).toBe('headers')
  expect(fieldOf('url', [row])).toBe('url')
})
