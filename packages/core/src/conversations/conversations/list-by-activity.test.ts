import { BatchGetCommand, DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { listByActivity, listListedSince } from './list-by-activity.ts'

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
