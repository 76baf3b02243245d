import { parseApiSchema } from '@replywright/contract/api-schema.ts'
import { expect, test } from 'vitest'
import { parameterErrors, toolArguments, toolParameters } from './tool-parameters.ts'

const filled = (type?: string, more: object = {}) => ({
  input: { type: 'description', description: 'x' },
  type,
  ...more,
})

function parametersOf(schema: object) {
  const parsed = parseApiSchema({ url: 'https://api.example.com', method: 'POST', ...schema })
  if ('invalid' in parsed) throw new Error(parsed.invalid)
  return toolParameters(parsed.parameters)
}

const parameters = parametersOf({
  query_params: {
    order: filled(),
    size: filled(undefined, { enum: [1, 'large'] }),
    page: filled('integer', { required: false }),
  },
  request_headers: { key: { input: { type: 'value', value: 'secret' } } },
  request_body: { gift: filled('boolean'), lines: [{ sku: filled('string'), count: filled('number') }] },
})

test('has a field for each parameter that the model fills', () => {
  const field = { description: 'x', isRequired: true, isJson: false, choices: [], initial: '' }
  expect(parameters).toEqual([
    { ...field, name: 'order' },
    { ...field, name: 'size', choices: [1, 'large'] },
    { ...field, name: 'page', isRequired: false },
    { ...field, name: 'gift', choices: [true, false] },
    {
      ...field,
      name: 'lines',
      description: '',
      isJson: true,
      initial: JSON.stringify([{ sku: '', count: 1 }], null, 2),
    },
  ])
})

test('a tool without parameters has no fields', () => {
  expect(parametersOf({})).toEqual([])
})

test('an example has a value of each type', () => {
  const fields = { a: filled('boolean'), b: filled('array'), c: filled(undefined, { enum: ['z'] }) }
  const [inner] = parametersOf({ request_body: { inner: fields } })
  expect(JSON.parse(inner?.initial ?? '')).toEqual({ a: true, b: [''], c: 'z' })
})

test('an optional field of JSON begins empty', () => {
  expect(parametersOf({ request_body: { inner: filled('object', { required: false }) } })).toMatchObject([
    { isJson: true, initial: '' },
  ])
})

test('sends values of the right type, and omits empty ones', () => {
  expect(toolArguments(parameters, ['A 1', '1', ' ', 'false', '[{"sku":"s"}]'])).toEqual({
    order: 'A 1',
    size: 1,
    gift: false,
    lines: [{ sku: 's' }],
  })
  expect(toolArguments(parameters, ['1', 'large'])).toEqual({ order: '1', size: 'large' })
})

test('reports missing values and invalid JSON', () => {
  expect(parameterErrors(parameters, [' ', '1', '', 'true', '[{'])).toEqual({
    'texts.0': 'Required',
    'texts.4': 'Must be JSON',
  })
  expect(parameterErrors(parameters, ['A', '1', '', 'true', '[]'])).toEqual({})
})
