import { MASKED } from '@replywright/contract/masked-url.ts'
import { expect, test } from 'vitest'
import { fieldOf } from '../ui/header-rows.ts'
import { connectorErrors, connectorInput, connectorValues } from './connector-values.ts'

const connector = {
  name: 'CRM',
  url: 'https://crm.example.com/mcp',
  headers: { Authorization: 'Bearer s3cret' },
}
const stored = connectorValues(connector)
const row = { key: 'k', name: 'X-Team', value: 'blue', storedAs: null }

test('hides stored values, and sends the mask to keep them', () => {
  expect(JSON.stringify(stored)).not.toContain('s3cret')
  expect(connectorInput(stored).headers).toEqual({ Authorization: MASKED })
  expect(connectorErrors(stored)).toEqual({})
})

test('replaces the stored value with the typed value', () => {
  const headers = stored.headers.map((header) => ({ ...header, value: 'Bearer new' }))
  expect(connectorInput({ ...stored, headers }).headers).toEqual({ Authorization: 'Bearer new' })
})

test('requires a value for a renamed header', () => {
  const headers = stored.headers.map((header) => ({ ...header, name: 'X-Key' }))
  expect(connectorErrors({ ...stored, headers })).toEqual({ 'headers.0.value': 'Required' })
})

test.each([
  ['a missing name', { ...stored, name: ' ' }, 'name'],
  ['an invalid URL', { ...stored, url: 'crm' }, 'url'],
  ['a header without a name', { ...stored, headers: [{ ...row, name: '' }] }, 'headers.0.name'],
  ['an invalid header name', { ...stored, headers: [{ ...row, name: 'X Team' }] }, 'headers.0.name'],
  ['an invalid header value', { ...stored, headers: [{ ...row, value: 'a\nb' }] }, 'headers.0.value'],
  ['a duplicate name', { ...stored, headers: [row, { ...row, name: 'x-team' }] }, 'headers.1.name'],
])('reports %s at its field', (_, values, field) => {
  expect(Object.keys(connectorErrors(values))).toEqual([field])
})

test('finds the field of a header error by the header name', () => {
  expect(fieldOf('headers.X-Team', [...stored.headers, row])).toBe('headers.1.value')
  expect(fieldOf('headers', [row])).toBe('headers')
  expect(fieldOf('url', [row])).toBe('url')
})

test('shows that another user replaced a header value, without the value', () => {
  const replaced = { ...connector, headers: { Authorization: 'Bearer other' } }
  expect(connectorValues(connector, connector)).toEqual(stored)
  expect(connectorValues(replaced, connector)).not.toEqual(stored)
  expect(JSON.stringify(connectorValues(replaced, connector))).not.toContain('other')
})
