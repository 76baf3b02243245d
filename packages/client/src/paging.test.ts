import { expect, expectTypeOf, test } from 'vitest'
import { startScriptedServer } from './testing/scripted-server.ts'
import { testClient } from './testing/test-endpoints.ts'

function page(ids: readonly string[], next: string | null) {
  return { status: 200, body: { count: 3, next, previous: null, results: ids.map((id) => ({ id, name: id })) } }
}

test('yields the items of all pages and sends the API key to the base URL only', async () => {
  const elsewhere = 'http://other.invalid/stage/api/v1/items/?limit=2&active=true&offset=2'
  await using server = await startScriptedServer(page(['a', 'b'], elsewhere), page(['c'], null))
  const ids: string[] = []
  for await (const item of testClient(server.url).client.items.list.all({ limit: 2, active: true })) {
    expectTypeOf(item).toEqualTypeOf<{ id: string; name: string }>()
    ids.push(item.id)
  }
  expect(ids).toEqual(['a', 'b', 'c'])
  expect(server.received.map(({ target }) => target)).toEqual([
    '/api/v1/items/?limit=2&active=true',
    '/api/v1/items/?limit=2&active=true&offset=2',
  ])
})

test('requests a page only when needed', async () => {
  await using server = await startScriptedServer(page(['a', 'b'], '/?offset=2'), page(['c'], null))
  for await (const { id } of testClient(server.url).client.items.list.all()) if (id === 'b') break
  expect(server.received).toHaveLength(1)
})

test('keeps the path of a nested list', async () => {
  await using server = await startScriptedServer(page([], 'http://x.invalid/?offset=1'), page([], null))
  const items = testClient(server.url).client.msgItems.subItems.list.all('i', { limit: 1 })
  expect(await items.next()).toEqual({ done: true, value: undefined })
  expect(server.received.map(({ target }) => target)).toEqual([
    '/api/v1/msg-items/i/sub-items/?limit=1',
    '/api/v1/msg-items/i/sub-items/?offset=1',
  ])
})

test('throws the error of a failed page', async () => {
  const notFound = { status: 404, body: { error: 'not found', code: 'not_found' } }
  await using server = await startScriptedServer(page(['a'], '/?offset=1'), notFound)
  const items = testClient(server.url).client.items.list.all()
  expect(await items.next()).toMatchObject({ value: { id: 'a' } })
  await expect(items.next()).rejects.toMatchObject({ code: 'not_found' })
})

test('throws for a response that is not a page', async () => {
  await using server = await startScriptedServer({ status: 200, body: [] })
  await expect(testClient(server.url).client.items.list.all().next()).rejects.toMatchObject({
    code: 'unexpected_response',
  })
})
