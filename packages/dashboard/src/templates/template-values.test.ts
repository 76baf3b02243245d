import { expect, test } from 'vitest'
import { NEW_TEMPLATE, templateInput } from './template-values.ts'

test('what is filled in is sent with its content', () => {
  const components = [{ type: 'BODY', text: 'Hi' }]
  expect(templateInput({ ...NEW_TEMPLATE, name: 'welcome' }, components)).toEqual({
    input: { ...NEW_TEMPLATE, name: 'welcome', components },
  })
})

test.each([
  ['a missing name', NEW_TEMPLATE, [], 'name'],
  ['a missing language', { ...NEW_TEMPLATE, name: 'a', language: '' }, [], 'language'],
  ['JSON that is none', { ...NEW_TEMPLATE, name: 'a' }, undefined, 'components'],
])('%s is told beside its field', (_, values, components, field) => {
  const result = templateInput(values, components)
  expect('errors' in result && Object.keys(result.errors)).toEqual([field])
})
