import { expect, test } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { valuesOf } from './agent-values.ts'
import { refusedFields } from './server-errors.ts'
import { anAgent } from './testing.ts'
import { validateAgent } from './validate-agent.ts'

const values = valuesOf(anAgent())
const [tool] = values.tools
const [memory] = values.memoryKeys

test('accepts a stored agent', () => {
  expect(validateAgent(values)).toEqual({})
})

test('reports validation errors by field path', () => {
  if (!tool || !memory) throw new Error('no items')
  const wrong = {
    ...values,
    name: '',
    tools: [tool, { ...tool, name: '', apiSchema: '{', creditCost: 'many' }],
    memoryKeys: [{ ...memory, memoryKey: '' }],
    handoffTools: [{ key: 'h', id: undefined, childAgentId: '', childAgentName: '', description: '', active: true }],
  }
  expect(validateAgent(wrong)).toEqual({
    name: 'Must not be empty.',
    'tools.1.name': 'Must not be empty.',
    'tools.1.apiSchema': 'Must be JSON.',
    'tools.1.creditCost': 'Must be a whole number.',
    'memoryKeys.0.memoryKey': 'Must not be empty.',
    'handoffTools.0.childAgentId': 'Required.',
  })
})

test('reports the second of two memory keys with the same name', () => {
  if (!memory) throw new Error('no items')
  const twice = { ...values, memoryKeys: [memory, { ...memory, memoryKey: `${memory.memoryKey} ` }] }
  expect(validateAgent(twice)).toEqual({ 'memoryKeys.1.memoryKey': 'Duplicate.' })
})

test('reports errors of the service by field path', () => {
  const details = [
    { path: 'handoffTools.0.childAgentId', message: 'must be another agent' },
    { path: 'memoryKeys.0.key', message: 'must be unique' },
  ]
  expect(refusedFields(new ApiError('no', { status: 400, code: 'validation_error', details }))).toEqual({
    'handoffTools.0.childAgentId': 'Must be another agent.',
    'memoryKeys.0.memoryKey': 'Must be unique.',
  })
})
