import { expect, expectTypeOf, test } from 'vitest'
import { startScriptedServer } from './testing/scripted-server.ts'
import { testClient } from './testing/test-endpoints.ts'

const item = { id: 'i', name: 'n' }

type TestClient = ReturnType<typeof testClient>['client']

test.each<[string, (client: TestClient) => Promise<unknown>, { method: string; target: string; body: string }]>([
  ['a query', (client) => client.items.list({ limit: 5, active: true }), get('/items/?limit=5&active=true')],
  ['no query', (client) => client.items.list(), get('/items/')],
  ['an undefined query value', (client) => client.items.list({ limit: undefined, offset: 2 }), get('/items/?offset=2')],
  ['an encoded path parameter', (client) => client.items.get('a/b?c=d é'), get('/items/a%2Fb%3Fc%3Dd%20%C3%A9/')],
  [
    'a path parameter and a body with a field of the same name',
    (client) => client.items.addNumber('p', { id: 'b' }),
    { method: 'POST', target: '/api/v1/items/p/add-number/', body: '{"id":"b"}' },
  ],
  [
    'no input if the body has no fields',
    (client) => client.items.reset('p'),
    { method: 'POST', target: '/api/v1/items/p/reset/', body: '{}' },
  ],
  [
    'a body that is not an object, with a query',
    (client) => client.items.import([item], { query: { dryRun: 'yes' } }),
    { method: 'PUT', target: '/api/v1/items/?dryRun=yes', body: '[{"id":"i","name":"n"}]' },
  ],
  [
    'several path parameters as one object, in a nested group',
    (client) => client.msgItems.subItems.get({ subItemId: 's', itemId: 'i' }),
    get('/msg-items/i/sub-items/s/'),
  ],
])('sends %s', async (_, call, expected) => {
  await using server = await startScriptedServer({ status: 200, body: item })
  expect(await call(testClient(server.url).client)).toEqual(item)
  expect(server.received).toMatchObject([expected])
})

function get(path: string) {
  return { method: 'GET', target: `/api/v1${path}`, body: '' }
}

test('sends the API key, and a content type only with a body', async () => {
  await using server = await startScriptedServer({ status: 200, body: item })
  const { client } = testClient(server.url)
  await client.items.get('i')
  await client.items.update('i', { name: 'é' })
  const [read, write] = server.received
  expect(read?.headers).toMatchObject({ 'x-api-key': 'key-1', accept: 'application/json' })
  expect(read?.headers).not.toHaveProperty('content-type')
  expect(write?.headers).toMatchObject({ 'x-api-key': 'key-1', 'content-type': 'application/json' })
})

test('returns undefined for a 204', async () => {
  await using server = await startScriptedServer({ status: 204 })
  expect(await testClient(server.url).client.items.delete('i')).toBeUndefined()
})

test.each(['', '.', '..'])('rejects an id that would change the path: %o', async (id) => {
  await using server = await startScriptedServer({ status: 204 })
  await expect(testClient(server.url).client.items.delete(id)).rejects.toThrow(TypeError)
  expect(server.received).toEqual([])
})

test('has a typed method for each endpoint except pages, redirects and those with other headers than the API key', () => {
  const { items } = testClient('http://127.0.0.1').client
  const methods = ['list', 'get', 'addNumber', 'share', 'reset', 'update', 'delete', 'import', 'proxyPost'] as const
  expect(Object.keys(items)).toEqual(methods)
  expectTypeOf<keyof typeof items>().toEqualTypeOf<(typeof methods)[number]>()
  expectTypeOf<Parameters<TestClient['items']['get']>[0]>().toEqualTypeOf<string>()
  expectTypeOf<Awaited<ReturnType<TestClient['items']['get']>>>().toEqualTypeOf<{ id: string; name: string }>()
  expectTypeOf<Parameters<TestClient['items']['addNumber']>[1]>().toEqualTypeOf<{
    id: string
    name?: string | undefined
  }>()
  expectTypeOf<Parameters<TestClient['items']['share']>[1]>().toEqualTypeOf<
    { email: string } | { userPhoneNumber: string }
  >()
  expectTypeOf<Parameters<TestClient['items']['reset']>['length']>().toEqualTypeOf<1 | 2>()
  expectTypeOf<Parameters<TestClient['items']['addNumber']>['length']>().toEqualTypeOf<2 | 3>()
  expectTypeOf<Parameters<TestClient['items']['update']>['length']>().toEqualTypeOf<1 | 2 | 3>()
  expectTypeOf<NonNullable<Parameters<TestClient['items']['list']>[0]>>().toEqualTypeOf<{
    limit?: string | number | undefined
    offset?: string | number | undefined
    cursor?: string | number | undefined
    active?: boolean | 'true' | 'false' | undefined
  }>()
  expectTypeOf<TestClient['items']['get']>().not.toHaveProperty('all')
})
