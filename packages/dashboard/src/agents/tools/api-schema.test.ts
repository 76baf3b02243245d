import { expect, test } from 'vitest'
import { nameProblem, readApiSchema, undescribedPathNames, writeApiSchema } from './api-schema.ts'

const SCHEMA = {
  url: 'https://api.example.com/orders/{id}',
  method: 'POST',
  path_params: { id: { input: { type: 'description', description: 'The order.' }, type: 'integer' } },
  request_headers: { Authorization: { input: { type: 'value', value: 'Bearer x' } } },
  query_params: { lang: { input: { type: 'value', value: 'en', public: true } } },
  note: 'kept',
}

function read(json: unknown) {
  const tool = readApiSchema(json)
  if (!tool) throw new Error('the form cannot show it')
  return tool
}

test('what the form shows is written back as it was, with what it does not show', () => {
  expect(writeApiSchema(SCHEMA, read(SCHEMA))).toEqual(SCHEMA)
})

test('a parameter keeps what else is said of it', () => {
  const tool = read(SCHEMA)
  const [id] = tool.parameters.path_params
  if (!id) throw new Error('no parameter')
  const parameters = { ...tool.parameters, path_params: [{ ...id, kind: 'value' as const, text: '17' }] }
  expect(writeApiSchema(SCHEMA, { ...tool, parameters })).toMatchObject({
    path_params: { id: { type: 'integer', input: { type: 'value', value: '17' } } },
  })
})

test.each([
  ['no object', 'text'],
  ['a nested body', { url: '', request_body: { order: { id: { input: { type: 'value', value: 'x' } } } } }],
  ['a value that is no text', { url: '', query_params: { page: { input: { type: 'value', value: 1 } } } }],
  ['more about the input', { url: '', query_params: { q: { input: { type: 'description', enum: [1] } } } }],
  [
    'an input that is not quite public',
    { url: '', query_params: { q: { input: { type: 'value', value: '', public: 1 } } } },
  ],
  ['an unknown method', { url: '', method: 'TRACE' }],
])('the form leaves %s to the JSON', (_, json) => {
  expect(readApiSchema(json)).toBeUndefined()
})

test('each name in the URL needs a path parameter', () => {
  expect(undescribedPathNames(read(SCHEMA))).toEqual([])
  expect(undescribedPathNames(read({ ...SCHEMA, url: 'https://x/{a}/{id}/{a}' }))).toEqual(['a'])
})

test('parameters without a name are not written', () => {
  const tool = read({ url: 'https://x.example' })
  const query_params = [{ key: 'k', name: ' ', kind: 'value' as const, text: 'x', rest: {} }]
  expect(writeApiSchema(undefined, { ...tool, parameters: { ...tool.parameters, query_params } })).toMatchObject({
    query_params: {},
  })
  expect(nameProblem(' ', query_params)).toBe('Needs a name.')
  const a = { key: 'a', name: 'a', kind: 'value' as const, text: '', rest: {} }
  expect(nameProblem('a', [a, { ...a, key: 'b' }])).toBe('Is there twice.')
  expect(nameProblem('a', [a])).toBeUndefined()
})
