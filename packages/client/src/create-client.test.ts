import type { Conversation } from '@replywright/contract/conversations.ts'
import { endpoints } from '@replywright/contract/endpoints.ts'
import { expect, expectTypeOf, test } from 'vitest'
import { createClient, type OperationInput, type OperationResult } from './create-client.ts'
import { parameterNames } from './target.ts'
import { startScriptedServer } from './testing/scripted-server.ts'

test('keeps the path of the base URL without its trailing slash', async () => {
  await using server = await startScriptedServer({ status: 200, body: { id: 'c' } })
  const client = createClient({ baseUrl: `${server.url}/stage/`, apiKey: 'k' })
  expectTypeOf<OperationInput<'conversations/subscribe'>>().toEqualTypeOf<{ webhookId: string }>()
  await client.conversations.subscribe('c', { webhookId: 'w' })
  await client.webhookDeliveries.replay('d')
  expect(server.received).toMatchObject([
    { method: 'POST', target: '/stage/api/v1/conversations/c/subscribe/', body: '{"webhookId":"w"}' },
    { method: 'POST', target: '/stage/api/v1/webhook-deliveries/d/replay/', body: '{}' },
  ])
})

test.each([
  { baseUrl: 'api.example.com', apiKey: 'k' },
  { baseUrl: 'localhost:3000', apiKey: 'k' },
  { baseUrl: '', apiKey: 'k' },
  { baseUrl: ' https://api.example.com', apiKey: 'k' },
  { baseUrl: 'ftp://api.example.com', apiKey: 'k' },
  { baseUrl: 'https://api.example.com?x=1', apiKey: 'k' },
  { baseUrl: 'https://api.example.com', apiKey: '' },
  { baseUrl: 'https://api.example.com', apiKey: 'k\n' },
])('rejects the options %o', (options) => {
  expect(() => createClient(options)).toThrow(TypeError)
  expect(() => createClient(options)).toThrow(/^(baseUrl|apiKey) must be /)
})

test('uses the given fetch, and returns what the contract declares', async () => {
  const urls: string[] = []
  const client = createClient({
    baseUrl: 'https://api.example.com',
    apiKey: 'k',
    fetch: async (url) => {
      urls.push(url)
      return Response.json({ id: 'c' })
    },
  })
  expect(await client.conversations.get('c')).toEqual({ id: 'c' })
  expectTypeOf<OperationResult<'conversations/get'>>().toEqualTypeOf<Conversation>()
  expect(urls).toEqual(['https://api.example.com/api/v1/conversations/c/'])
})

test.each(Object.entries(endpoints))('the path of %s has all its parameters', (_, { path, params }) => {
  expect(parameterNames(path).toSorted()).toEqual(Object.keys(params.entries).toSorted())
})
