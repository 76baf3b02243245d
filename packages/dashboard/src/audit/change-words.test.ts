import { expect, test } from 'vitest'
import { changeText, fieldLabel } from './change-words.ts'

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

test('a field without a label has its name', () => {
  expect(fieldLabel('template', 'category')).toBe('category')
})
