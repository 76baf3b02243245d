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
  if (!tool) throw new Error('the form does not support this schema')
  return tool
}

test('writes a schema back unchanged, including fields that the form does not show', () => {
  expect(writeApiSchema(SCHEMA, read(SCHEMA))).toEqual(SCHEMA)
})

test('keeps the other fields of a parameter', () => {
  const tool = read(SCHEMA)
  const [id] = tool.parameters.path_params
  if (!id) throw new Error('no parameter')
  const parameters = { ...tool.parameters, path_params: [{ ...id, kind: 'value' as const, text: '17' }] }
  expect(writeApiSchema(SCHEMA, { ...tool, parameters })).toMatchObject({
    path_params: { id: { type: 'integer', input: { type: 'value', value: '17' } } },
  })
})

test.each([
  ['a value that is not an object', 'text'],
  ['a nested body', { url: '', request_body: { order: { id: { input: { type: 'value', value: 'x' } } } } }],
  ['a value that is not text', { url: '', query_params: { page: { input: { type: 'value', value: 1 } } } }],
  ['additional input fields', { url: '', query_params: { q: { input: { type: 'description', enum: [1] } } } }],
  [
    'a public flag that is not a boolean',
    { url: '', query_params: { q: { input: { type: 'value', value: '', public: 1 } } } },
  ],
  ['an unknown method', { url: '', method: 'TRACE' }],
])('does not support %s in the form', (_, json) => {
  expect(readApiSchema(json)).toBeUndefined()
})

test('reports names in the URL without a path parameter', () => {
  expect(undescribedPathNames(read(SCHEMA))).toEqual([])
  expect(undescribedPathNames(read({ ...SCHEMA, url: 'https://x/{a}/{id}/{a}' }))).toEqual(['a'])
})

test('omits parameters without a name, and reports missing and duplicate names', () => {
  const tool = read({ url: 'https://x.example' })
  const query_params = [{ key: 'k', name: ' ', kind: 'value' as const, text: 'x', rest: {} }]
  expect(writeApiSchema(undefined, { ...tool, parameters: { ...tool.parameters, query_params } })).toMatchObject({
    query_params: {},
  })
  expect(nameProblem(' ', query_params)).toBe('Required')
  const a = { key: 'a', name: 'a', kind: 'value' as const, text: '', rest: {} }
  expect(nameProblem('a', [a, { ...a, key: 'b' }])).toBe('Duplicate')
  expect(nameProblem('a', [a])).toBeUndefined()
})
