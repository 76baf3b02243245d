import { expect, test } from 'vitest'
import { acceptedSchema } from './accepted-tool.ts'

test('arrays have items at every level, but values of the schema do not change', () => {
  const tags = { type: ['array', 'null'] }
  const schema = {
    type: 'object',
    properties: {
      tags,
      type: { type: 'string', default: { type: 'array' }, enum: [{ type: 'array' }] },
      lines: { type: 'array', items: { anyOf: [{ type: 'array' }, { type: 'string' }] } },
    },
    $defs: { Pair: { type: 'array', prefixItems: [{ type: 'array', items: false }] } },
  }
  expect(acceptedSchema(schema)).toEqual({
    type: 'object',
    properties: {
      tags: { type: ['array', 'null'], items: {} },
      type: schema.properties.type,
      lines: { type: 'array', items: { anyOf: [{ type: 'array', items: {} }, { type: 'string' }] } },
    },
    $defs: { Pair: { type: 'array', prefixItems: [{ type: 'array', items: false }], items: {} } },
  })
})

test('the top has no combinations; those of properties stay', () => {
  const id = { anyOf: [{ type: 'string' }, { type: 'integer' }] }
  const top = { oneOf: [{}], anyOf: [{ required: ['id'] }], allOf: [{}], enum: [{}], not: { required: ['x'] } }
  expect(acceptedSchema({ type: 'object', properties: { id, not: id }, ...top, required: ['id'] })).toEqual({
    type: 'object',
    properties: { id, not: id },
    required: ['id'],
  })
})
