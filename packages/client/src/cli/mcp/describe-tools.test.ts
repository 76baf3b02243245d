import type { Endpoint } from '@replywright/contract/endpoint.ts'
import { endpoints } from '@replywright/contract/endpoints.ts'
import { openApiDocument } from '@replywright/contract/openapi/openapi.ts'
import { expect, test } from 'vitest'
import { testEndpoints } from '../../testing/test-endpoints.ts'
import { describeTools } from './describe-tools.ts'
import { tools } from './tools.ts'

const testTools = describeTools(openApiDocument('', testEndpoints))
const tool = (name: string) => testTools.find((each) => each.name === name)
const found = (name: string) => tools.find((each) => each.name === name)

test('has a tool for each operation that uses an API key, except files, the proxy and aliases', () => {
  const expected = Object.entries<Endpoint>(endpoints)
    .filter(([, { access, audience }]) => access !== 'public' && audience !== 'browsers')
    .map(([key]) => key)
    .filter((key) => !/proxy-|unpublish-by|upload-document|set-picture/.test(key))
  expect(tools.map(({ name }) => name).toSorted()).toEqual(expected.map((key) => key.replace(/\W/g, '_')).toSorted())
})

test('has names that assistants accept, and no references', () => {
  for (const { name, description, inputSchema } of tools) {
    expect(name).toMatch(/^[a-z][a-z_]{1,63}$/)
    expect(description.length).toBeGreaterThan(20)
    expect(JSON.stringify(inputSchema)).not.toContain('$ref')
  }
})

test('only operations that require a full key are writes; those that create are not destructive', () => {
  for (const { readOnly, method } of tools) expect(readOnly).toBe(method === 'GET')
  expect(tools.filter(({ readOnly, destructive }) => readOnly && destructive)).toEqual([])
  expect(found('agents_delete')).toMatchObject({ readOnly: false, destructive: true })
  expect(found('agents_create')).toMatchObject({ readOnly: false, destructive: false })
  expect(found('webhook_deliveries_replay')).toMatchObject({ readOnly: false, destructive: false })
})

test('has path and query parameters by name, and the body', () => {
  expect(tool('items_list')).toMatchObject({
    query: ['offset', 'limit', 'cursor', 'active'],
    hasBody: false,
    inputSchema: {
      properties: {
        limit: { type: 'integer', minimum: 1, maximum: 100 },
        active: { enum: ['true', 'false'] },
        cursor: { description: expect.stringContaining('`next`') },
      },
      required: [],
      additionalProperties: false,
    },
  })
  expect(tool('items_add_number')).toMatchObject({
    method: 'POST',
    path: '/api/v1/items/{id}/add-number/',
    inputSchema: {
      properties: { id: { type: 'string' }, body: { properties: { id: { type: 'string' } }, required: ['id'] } },
      required: ['id', 'body'],
    },
  })
  expect(tool('msg_items_sub_items_get')?.inputSchema.required).toEqual(['itemId', 'subItemId'])
})

test('has no input for an empty body, but sends it', () => {
  expect(tool('items_reset')).toMatchObject({ hasBody: true, inputSchema: { required: ['id'] } })
  expect(Object.keys(tool('items_reset')?.inputSchema.properties ?? {})).toEqual(['id'])
})
