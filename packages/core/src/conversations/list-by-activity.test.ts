import { BatchGetCommand, DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { countActiveSince, listByActivity, listListedSince } from './list-by-activity.ts'

const dynamodb = mockClient(DynamoDBDocumentClient)
afterAll(() => dynamodb.restore())
const NOW = 1_795_167_600_000
const FIRST_PAGE = { offset: 0, limit: 1 }
const everything = { isWanted: () => true }

beforeEach(() => {
  dynamodb.reset()
})

/** Three conversations in one shard of the index. */
function threeConversations() {
  const ids = ['0', '1', '2'].map((n) => `0000000${n}-0000-5000-8000-000000000000`)
  const item = (id: string, n: number) => ({
    pk: `c#o#${id}`,
    sk: 'conversation',
    _e: 'conversation',
    _v: '1',
    organizationId: 'o',
    id,
    listedAt: NOW - n * 1_000_000,
  })
  const entries = ids.map((id, n) => ({
    pk: `c#o#${id}`,
    sk: 'conversation',
    gsi2pk: 'o#o#conversations#0',
    gsi2sk: `${NOW - n * 1_000_000}#${id}`,
  }))
  dynamodb.on(QueryCommand).callsFake(({ ExpressionAttributeValues: { ':pk': shard }, Limit }) => ({
    Items: shard.endsWith('#0') ? entries.slice(0, Limit) : [],
  }))
  return { ids, items: ids.map(item) }
}

test('retries unprocessed keys of a batch', async () => {
  const { ids, items } = threeConversations()
  const [first, ...others] = items
  dynamodb
    .on(BatchGetCommand)
    .resolvesOnce({
      Responses: { 'unit-tests': others },
      UnprocessedKeys: { 'unit-tests': { Keys: [{ pk: first?.pk, sk: first?.sk }] } },
    })
    .resolves({ Responses: { 'unit-tests': [first ?? {}] }, UnprocessedKeys: {} })
  const { items: page, nextCursor } = await listByActivity('o', FIRST_PAGE, everything)
  expect(page.map(({ id }) => id)).toEqual([ids[0]])
  expect(nextCursor).toEqual(expect.any(String))
})

test('a failed read is not reported as an invalid cursor', async () => {
  const { items } = threeConversations()
  dynamodb.on(BatchGetCommand).resolves({ Responses: { 'unit-tests': items }, UnprocessedKeys: {} })
  const { nextCursor } = await listByActivity('o', FIRST_PAGE, everything)
  dynamodb.on(QueryCommand).rejects(new Error('ThrottlingException'))
  const cursor = nextCursor ?? ''
  await expect(listByActivity('o', { ...FIRST_PAGE, cursor }, everything)).rejects.toThrow('ThrottlingException')
  await expect(listByActivity('o', { ...FIRST_PAGE, cursor: `${cursor}x` }, everything)).rejects.toMatchObject({
    code: 'validation_error',
  })
})

test('returns the recently listed conversations, unless they are more than allowed', async () => {
  const { ids, items } = threeConversations()
  dynamodb.on(BatchGetCommand).resolves({ Responses: { 'unit-tests': items }, UnprocessedKeys: {} })
  const listed = await listListedSince('o', 0, 3)
  expect(listed?.map(({ id }) => id)).toEqual(ids)
  expect(await listListedSince('o', 0, 2)).toBeUndefined()
})

/** Stores conversations ten minutes apart, in all shards of the index. Returns how many of them were read. */
function manyConversations(count: number): { read: number } {
  const state = { read: 0 }
  const timeOf = (n: number) => NOW - n * 600_000
  const idOf = (n: number) => `${String(n).padStart(8, '0')}-0000-5000-8000-00000000000${n % 8}`
  const all = Array.from({ length: count }, (_, n) => n)
  dynamodb.on(QueryCommand).callsFake(({ ExpressionAttributeValues: { ':pk': shard, ':sk2': to }, Limit }) => ({
    Items: all
      .filter((n) => shard.endsWith(`#${n % 8}`) && `${timeOf(n)}#${idOf(n)}` <= to)
      .slice(0, Limit)
      .map((n) => ({ pk: `c#o#${idOf(n)}`, sk: 'conversation', gsi2pk: shard, gsi2sk: `${timeOf(n)}#${idOf(n)}` })),
  }))
  dynamodb.on(BatchGetCommand).callsFake(({ RequestItems }) => {
    const keys: { pk: string }[] = RequestItems['unit-tests'].Keys
    state.read += keys.length
    const items = keys.map(({ pk }) => {
      const id = pk.slice('c#o#'.length)
      const listedAt = timeOf(Number(id.slice(0, 8)))
      return { pk, sk: 'conversation', _e: 'conversation', _v: '1', organizationId: 'o', id, listedAt }
    })
    return { Responses: { 'unit-tests': items }, UnprocessedKeys: {} }
  })
  return state
}

const isEven = ({ id }: { readonly id: string }) => Number(id.slice(0, 8)) % 2 === 0

test('counts up to 1,000 active conversations exactly, and estimates more without reading them', async () => {
  expect(manyConversations(900)).toMatchObject({ read: 0 })
  expect(await countActiveSince('o', 0, isEven)).toBe(450)
  const state = manyConversations(5000)
  expect(await countActiveSince('o', 0, isEven)).toBe(2500)
  expect(state.read).toBe(1000)
})

test('an offset skips at most 1,000 conversations, and a cursor reads on', async () => {
  manyConversations(1500)
  await expect(listByActivity('o', { offset: 1001, limit: 1 }, everything)).rejects.toMatchObject({
    message: 'offset: must be at most 1000; use next to read on',
  })
  const { items, nextCursor } = await listByActivity('o', { offset: 1000, limit: 1 }, everything)
  expect(items.map(({ id }) => Number(id.slice(0, 8)))).toEqual([1000])
  const next = await listByActivity('o', { offset: 1001, limit: 1, cursor: nextCursor ?? '' }, everything)
  expect(next.items.map(({ id }) => Number(id.slice(0, 8)))).toEqual([1001])
})

test('a filter that few conversations pass ends a page, and an offset, after a bounded number', async () => {
  const state = manyConversations(5000)
  const few = { isWanted: ({ id }: { readonly id: string }) => Number(id.slice(0, 8)) % 1000 === 999 }
  const page = await listByActivity('o', { offset: 0, limit: 20 }, few)
  expect(page).toMatchObject({ items: [expect.anything()], nextCursor: expect.any(String) })
  await expect(listByActivity('o', { offset: 50, limit: 20 }, few)).rejects.toMatchObject({
    message: 'offset: skips more than one request reads; use a smaller one, and next to read on',
  })
  expect(state.read).toBeLessThan(5000)
})
