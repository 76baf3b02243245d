import { DynamoDB, type TransactWriteItem } from '@aws-sdk/client-dynamodb'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Call, Reply } from '../front-door/call.ts'
import type { Ground } from '../testing/ground.ts'
import { startGround } from '../testing/shared-ground.ts'
import { manualTime } from '../time.ts'
import { withConflicts } from './conflicts.ts'

const HOLD_MS = 8
const TableName = 'Test-Table'
const time = manualTime(0)
let ground: Ground
let client: DynamoDB
beforeAll(async () => {
  ground = await startGround(
    {
      Table: {
        Type: 'AWS::DynamoDB::Table',
        Properties: {
          AttributeDefinitions: [
            { AttributeName: 'pk', AttributeType: 'S' },
            { AttributeName: 'sk', AttributeType: 'N' },
          ],
          KeySchema: [
            { AttributeName: 'pk', KeyType: 'HASH' },
            { AttributeName: 'sk', KeyType: 'RANGE' },
          ],
        },
      },
    },
    { time },
  )
  client = new DynamoDB(ground.administrator)
})
afterAll(() => ground[Symbol.asyncDispose]())
beforeEach(() => ground.dynamodbLoad.set({ transactionHoldMs: HOLD_MS }))

let partition = 0
const fresh = () => ({ pk: { S: `item-${++partition}` }, sk: { N: '1' } })
type Key = ReturnType<typeof fresh>

const put = (key: Key): TransactWriteItem => ({ Put: { TableName, Item: { ...key, by: { S: 'transaction' } } } })
const exists = async (Key: Key) => (await client.getItem({ TableName, Key, ConsistentRead: true })).Item !== undefined

/** Advances the time until a call has its reply. */
async function ended<Output>(call: Promise<Output>): Promise<Output> {
  let isEnded = false
  call.finally(() => (isEnded = true)).catch(() => {})
  await vi.waitFor(() => {
    time.advance(HOLD_MS)
    expect(isEnded).toBe(true)
  }, 30_000)
  return call
}

/** Starts a transaction that has written its items and does not end until `end`. */
async function ongoing(...keys: readonly [Key, ...Key[]]) {
  const ending = client.transactWriteItems({ TransactItems: keys.map(put) })
  await vi.waitFor(async () => expect(await exists(keys[0])).toBe(true), 30_000)
  return { end: () => ended(ending) }
}

const CONFLICT = { Code: 'TransactionConflict', Message: 'Transaction is ongoing for the item' }
const NONE = { Code: 'None' }

test('cancels a transaction on an item of an ongoing one, with a reason per item in order', async () => {
  const [free, taken] = [fresh(), fresh()]
  const transaction = await ongoing(taken)
  const TransactItems = [
    put(free),
    { ConditionCheck: { TableName, Key: taken, ConditionExpression: 'attribute_exists(pk)' } },
  ]
  const canceled = {
    name: 'TransactionCanceledException',
    message:
      'Transaction cancelled, please refer cancellation reasons for specific reasons [None, TransactionConflict]',
    $fault: 'client',
    $metadata: { httpStatusCode: 400 },
    CancellationReasons: [NONE, CONFLICT],
  }
  await expect(client.transactWriteItems({ TransactItems })).rejects.toMatchObject(canceled)
  expect(await exists(free)).toBe(false)
  await transaction.end()
  await ended(client.transactWriteItems({ TransactItems }))
  expect(await exists(free)).toBe(true)
})

test.each([
  ['PutItem', (Key: Key) => client.putItem({ TableName, Item: Key })],
  ['UpdateItem', (Key: Key) => client.updateItem({ TableName, Key })],
  ['DeleteItem', (Key: Key) => client.deleteItem({ TableName, Key })],
])('rejects %s of an item in an ongoing transaction', async (_, write) => {
  const key = fresh()
  const transaction = await ongoing(key)
  await expect(write(key)).rejects.toMatchObject({
    name: 'TransactionConflictException',
    message: 'Transaction is ongoing for the item',
    $fault: 'client',
    $metadata: { httpStatusCode: 400, attempts: 1 },
  })
  await write({ ...key, sk: { N: '2' } })
  await transaction.end()
  await write(key)
})

test('treats different spellings of a number as the same key', async () => {
  const key = fresh()
  const transaction = await ongoing(key)
  const deleting = client.deleteItem({ TableName, Key: { ...key, sk: { N: '1.0' } } })
  await expect(deleting).rejects.toThrow('Transaction is ongoing')
  await transaction.end()
})

test('cancels a transaction of reads, but no other reads', async () => {
  const [free, taken] = [fresh(), fresh()]
  const transaction = await ongoing(taken)
  const TransactItems = [free, taken].map((Key) => ({ Get: { TableName, Key } }))
  await expect(client.transactGetItems({ TransactItems })).rejects.toMatchObject({
    name: 'TransactionCanceledException',
    CancellationReasons: [NONE, CONFLICT],
  })
  const { Responses } = await client.batchGetItem({ RequestItems: { [TableName]: { Keys: [taken] } } })
  expect(Responses?.[TableName]).toHaveLength(1)
  const KeyConditionExpression = 'pk = :pk'
  const ExpressionAttributeValues = { ':pk': taken.pk }
  expect(await client.query({ TableName, KeyConditionExpression, ExpressionAttributeValues })).toMatchObject({
    Count: 1,
  })
  await transaction.end()
  const read = await client.transactGetItems({ TransactItems })
  expect(read.Responses?.map(({ Item }) => Item?.by?.S)).toEqual([undefined, 'transaction'])
})

test('writes the other items of a batch, and returns the conflicting ones', async () => {
  const [free, taken] = [fresh(), fresh()]
  const transaction = await ongoing(taken)
  const [other, conflicting] = [{ PutRequest: { Item: free } }, { DeleteRequest: { Key: taken } }]
  const { UnprocessedItems } = await client.batchWriteItem({ RequestItems: { [TableName]: [other, conflicting] } })
  expect(UnprocessedItems).toEqual({ [TableName]: [conflicting] })
  expect(await exists(free)).toBe(true)
  const alone = await client.batchWriteItem({ RequestItems: { [TableName]: [conflicting] } })
  expect(alone).toMatchObject({ UnprocessedItems: { [TableName]: [conflicting] } })
  await transaction.end()
  const RequestItems = UnprocessedItems ?? {}
  expect(await client.batchWriteItem({ RequestItems })).toMatchObject({ UnprocessedItems: {} })
  expect(await exists(taken)).toBe(false)
})

test('returns TransactionInProgressException for a repeat of an ongoing transaction', async () => {
  const key = fresh()
  const request = { TransactItems: [put(key)], ClientRequestToken: `token-${partition}` }
  const first = client.transactWriteItems(request)
  await vi.waitFor(async () => expect(await exists(key)).toBe(true), 30_000)
  await expect(client.transactWriteItems(request)).rejects.toMatchObject({ name: 'TransactionInProgressException' })
  await ended(first)
  await ended(client.transactWriteItems(request))
})

test('releases the items of a transaction whose condition fails', async () => {
  const key = fresh()
  await client.putItem({ TableName, Item: key })
  const ConditionExpression = 'attribute_not_exists(pk)'
  const failing = client.transactWriteItems({
    TransactItems: [{ Delete: { TableName, Key: key, ConditionExpression } }],
  })
  await expect(ended(failing)).rejects.toMatchObject({ CancellationReasons: [{ Code: 'ConditionalCheckFailed' }] })
  await client.deleteItem({ TableName, Key: key })
})

test('has no conflicts after the setting is switched off', async () => {
  const key = fresh()
  const transaction = await ongoing(key)
  await ground.dynamodbLoad.set({ transactionHoldMs: undefined })
  const UpdateExpression = 'SET changed = :changed'
  const ExpressionAttributeValues = { ':changed': { BOOL: true } }
  await client.updateItem({ TableName, Key: key, UpdateExpression, ExpressionAttributeValues })
  const read = await client.transactGetItems({ TransactItems: [{ Get: { TableName, Key: key } }] })
  expect(read.Responses).toEqual([{ Item: { ...key, by: { S: 'transaction' }, changed: { BOOL: true } } }])
  await client.transactWriteItems({ TransactItems: [{ Delete: { TableName, Key: key } }] })
  expect(await exists(key)).toBe(false)
  await transaction.end()
})

describe('calls before the engine’s reply', () => {
  const NAMES: Readonly<Record<string, string>> = {
    write: 'PutItem',
    transact: 'TransactWriteItems',
    read: 'TransactGetItems',
  }
  const item = { TableName, Item: { pk: { S: 'a' }, sk: { N: '1' } } }
  const BODIES: Readonly<Record<string, object>> = {
    write: item,
    transact: { TransactItems: [{ Put: item }] },
    read: { TransactItems: [{ Get: { TableName, Key: item.Item } }] },
  }
  const call = (kind: string): Call => ({
    method: 'POST',
    url: new URL('http://127.0.0.1/'),
    headers: { 'x-amz-target': `DynamoDB_20120810.${NAMES[kind]}` },
    body: Buffer.from(JSON.stringify(BODIES[kind])),
    principal: { arn: 'test', statements: [] },
    accessKeyId: 'test',
  })

  /** A handler whose calls wait for `reply`. */
  function slowEngine() {
    const { promise, resolve } = Promise.withResolvers<Reply>()
    const schemas = new Map([[TableName, { arn: 'arn', keys: ['pk', 'sk'], indexes: [] }]])
    const handle = withConflicts(() => promise, { schemas, time, holdMs: () => 0 })
    return { handle, reply: () => resolve({ status: 200, headers: {}, body: '{}' }) }
  }

  test.each([
    ['a write', 'write', 'transact', 'TransactionCanceledException'],
    ['a write', 'write', 'read', 'TransactionCanceledException'],
    ['a transaction', 'transact', 'transact', 'TransactionCanceledException'],
    ['a transaction', 'transact', 'write', 'TransactionConflictException'],
  ])('%s in flight rejects a %s with %s', async (_, first, second, error) => {
    const { handle, reply } = slowEngine()
    const ended = handle(call(first))
    const { status, body } = await handle(call(second))
    expect([status, JSON.parse(String(body)).__type]).toEqual([400, `com.amazonaws.dynamodb.v20120810#${error}`])
    reply()
    expect((await ended).status).toBe(200)
    expect((await handle(call(second))).status).toBe(200)
  })

  test('allows two concurrent writes', async () => {
    const { handle, reply } = slowEngine()
    const replies = Promise.all([handle(call('write')), handle(call('write'))])
    reply()
    expect((await replies).map(({ status }) => status)).toEqual([200, 200])
    expect((await handle(call('transact'))).status).toBe(200)
  })

  test('cancels an in-flight transaction of reads on a write', async () => {
    const { handle, reply } = slowEngine()
    const reading = handle(call('read'))
    const writing = handle(call('write'))
    reply()
    expect([(await reading).status, (await writing).status]).toEqual([400, 200])
  })
})
