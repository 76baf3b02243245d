import { expect, test } from 'vitest'
import { NEW_TEMPLATE, templateInput, templateValues } from './template-values.ts'

test('returns the request body', () => {
  const components = [{ type: 'BODY', text: 'Hi' }]
  expect(templateInput({ ...NEW_TEMPLATE, name: 'welcome' }, components)).toEqual({
    input: {
      name: 'welcome',
      category: 'UTILITY',
      language: 'en_US',
      parameterFormat: 'POSITIONAL',
      components,
      messageSendTtlSeconds: null,
      libraryTemplate: null,
    },
  })
})

test.each([
  ['a missing name', NEW_TEMPLATE, [], { name: 'Must not be empty.' }],
  ['a missing language', { ...NEW_TEMPLATE, name: 'a', language: '' }, [], { language: 'Must not be empty.' }],
  ['invalid JSON', { ...NEW_TEMPLATE, name: 'a' }, undefined, { components: 'Invalid JSON.' }],
  [
    'a lifetime that the category does not permit',
    { ...NEW_TEMPLATE, name: 'a', lifetime: '43201' },
    [],
    { lifetime: 'Must be between 30 and 43200 for a template of the category UTILITY.' },
  ],
  [
    'a lifetime in parts of a second',
    { ...NEW_TEMPLATE, name: 'a', lifetime: '60.5' },
    [],
    { lifetime: 'Must be a whole number.' },
  ],
  [
    'inputs of the library that are no JSON',
    { ...NEW_TEMPLATE, name: 'a', libraryName: 'delivery_update_1', libraryInputs: '{' },
    [],
    { libraryInputs: 'Invalid JSON.' },
  ],
])('reports %s at its field', (_, values, components, errors) => {
  expect(templateInput(values, components)).toEqual({ errors })
})

test('a template of the library keeps its inputs and its lifetime, whoever saves it', () => {
  const libraryTemplate = {
    name: 'delivery_update_1',
    buttonInputs: [{ type: 'URL', url: { base_url: 'https://example.com' } }],
  }
  const stored = {
    id: '1',
    name: 'welcome',
    category: 'UTILITY' as const,
    language: 'en',
    parameterFormat: 'POSITIONAL',
    accountLinks: [],
    createdAt: '',
    updatedAt: '',
    components: [],
    messageSendTtlSeconds: 60,
    libraryTemplate,
  }
  expect(templateInput(templateValues(stored), [])).toMatchObject({
    input: { messageSendTtlSeconds: 60, libraryTemplate },
  })
})
