import { expect, test } from 'vitest'
import { NEW_TEMPLATE, templateInput } from './template-values.ts'

test('returns the request body', () => {
  const components = [{ type: 'BODY', text: 'Hi' }]
  expect(templateInput({ ...NEW_TEMPLATE, name: 'welcome' }, components)).toEqual({
    input: { ...NEW_TEMPLATE, name: 'welcome', components },
  })
})

test.each([
  ['a missing name', NEW_TEMPLATE, [], { name: 'Must not be empty.' }],
  ['a missing language', { ...NEW_TEMPLATE, name: 'a', language: '' }, [], { language: 'Must not be empty.' }],
  ['invalid JSON', { ...NEW_TEMPLATE, name: 'a' }, undefined, { components: 'Invalid JSON.' }],
])('reports %s at its field', (_, values, components, errors) => {
  expect(templateInput(values, components)).toEqual({ errors })
})
