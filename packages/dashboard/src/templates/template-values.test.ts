import { expect, test } from 'vitest'
import { NEW_TEMPLATE, templateInput } from './template-values.ts'

test('returns the request body', () => {
  const components = [{ type: 'BODY', text: 'Hi' }]
  expect(templateInput({ ...NEW_TEMPLATE, name: 'welcome' }, components)).toEqual({
    input: { ...NEW_TEMPLATE, name: 'welcome', components },
  })
})

test.each([
  ['a missing name', NEW_TEMPLATE, [], 'name'],
  ['a missing language', { ...NEW_TEMPLATE, name: 'a', language: '' }, [], 'language'],
  ['invalid JSON', { ...NEW_TEMPLATE, name: 'a' }, undefined, 'components'],
])('reports %s at its field', (_, values, components, field) => {
  const result = templateInput(values, components)
  expect('errors' in result && Object.keys(result.errors)).toEqual([field])
})
