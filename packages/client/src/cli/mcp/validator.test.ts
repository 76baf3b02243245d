import type { JsonSchemaType } from '@modelcontextprotocol/server'
import { expect, test } from 'vitest'
import { describeErrors, validator } from './validator.ts'

const schema: JsonSchemaType = {
  type: 'object',
  properties: {
    status: { enum: ['pending', 'failed'] },
    limit: { type: 'integer', maximum: 100 },
    body: {
      oneOf: [
        {
          type: 'object',
          properties: {
            type: { const: 'text' },
            text: { type: 'object', properties: { body: { type: 'string' } }, required: ['body'] },
          },
          required: ['type', 'text'],
        },
        {
          type: 'object',
          properties: { type: { const: 'media' }, media: { type: 'object', required: ['url'] } },
          required: ['type', 'media'],
        },
      ],
    },
  },
  required: ['limit'],
  additionalProperties: false,
}
const check = validator.getValidator(schema)

test.each([
  [{ limit: 1, status: 'done' }, 'status: must be one of "pending", "failed"'],
  [{ statuss: 'failed' }, 'limit: is required; has the unknown field statuss'],
  [{ limit: 101 }, 'limit: must be at most 100'],
  [{ limit: 1, body: { type: 'text' } }, 'body.text: is required'],
  [{ limit: 1, body: { type: 'text', text: {} } }, 'body.text.body: is required'],
  [{ limit: 1, body: { type: 'media', media: {} } }, 'body.media.url: is required'],
])('%j: %s', (input, errorMessage) => {
  expect(check(input)).toEqual({ valid: false, data: undefined, errorMessage })
})

test('accepts valid input, and describes any error', () => {
  expect(check({ limit: 1, body: { type: 'text', text: { body: 'b' } } })).toMatchObject({ valid: true })
  expect(describeErrors([{ keyword: 'x', instancePath: '', schemaPath: '#/x', params: {} }])).toBe('is invalid')
})
