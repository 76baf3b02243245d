import { expect, test } from 'vitest'
import { nameProblem, readApiSchema, requestProblem, undescribedPathNames, writeApiSchema } from './api-schema.ts'

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

test('keeps parameters without a name, repeated names and headers without a value, and reports them', () => {
  const tool = read({ url: 'https://x.example' })
  const parameter = (name: string, text = 'x') => ({ key: name, name, kind: 'value' as const, text, rest: {} })
  const problemOf = (place: 'query_params' | 'request_headers', ...parameters: ReturnType<typeof parameter>[]) =>
    requestProblem(writeApiSchema(undefined, { ...tool, parameters: { ...tool.parameters, [place]: parameters } }))
  expect(problemOf('query_params', parameter('a'), parameter('b'))).toBeUndefined()
  expect(problemOf('query_params', parameter(' '))).toBe('A query parameter has no name.')
  expect(problemOf('query_params', parameter('a'), parameter('a'))).toBe('There are several parameters named a.')
  expect(problemOf('request_headers', parameter('X-Key', ''))).toBe('The header X-Key needs a value.')
  const query_params = [parameter(' ')]
  expect(nameProblem(' ', query_params)).toBe('Required')
  const a = { key: 'a', name: 'a', kind: 'value' as const, text: '', rest: {} }
  expect(nameProblem('a', [a, { ...a, key: 'b' }])).toBe('Duplicate')
  expect(nameProblem('a', [a])).toBeUndefined()
})
