import { expect, test } from 'vitest'
import { endpoints } from './endpoints.ts'
import { openApiDocument } from './openapi.ts'

const document = openApiDocument('https://api.example.com')

test('every endpoint is an operation with its success and error answers', () => {
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
  expect(operations).toHaveLength(Object.keys(endpoints).length)
  for (const operation of operations) {
    expect(operation).toMatchObject({ operationId: expect.any(String), summary: expect.any(String) })
    expect(operation).toHaveProperty(['responses', '401'])
    expect(operation).toHaveProperty(
      ['responses', '429', 'content', 'application/json', 'schema', '$ref'],
      '#/components/schemas/RateLimitError',
    )
  }
})

test('version and security are those of the spec', () => {
  expect(document).toMatchObject({
    openapi: '3.1.0',
    info: { version: '1.0.0' },
    components: { securitySchemes: { apiKey: { in: 'header', name: 'X-API-Key' } } },
  })
})

test('a request body shows its fields, the deprecated one marked', () => {
  const schema = [
    '/api/v1/conversations/',
    'post',
    'requestBody',
    'content',
    'application/json',
    'schema',
    'properties',
  ]
  expect(document.paths).toHaveProperty([...schema, 'toNumber', 'type'], 'string')
  expect(document.paths).toHaveProperty([...schema, 'phoneNumber', 'deprecated'], true)
})

test('a path parameter is required', () => {
  expect(document.paths).toHaveProperty(
    ['/api/v1/conversations/{id}/', 'get', 'parameters'],
    [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
  )
})
