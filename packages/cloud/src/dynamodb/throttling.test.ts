import { DynamoDB, type TransactWriteItem } from '@aws-sdk/client-dynamodb'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Ground } from '../testing/ground.ts'
import { startGround } from '../testing/shared-ground.ts'
import { manualTime } from '../time.ts'

const ARN = 'arn:aws:dynamodb:eu-central-1:000000000000:table/Test-Table'
const TableName = 'Test-Table'
const TABLE_MESSAGE =
  'Throughput exceeds the current capacity of your table or index. DynamoDB is automatically scaling your table or index so please try again shortly. If exceptions persist, check if you have a hot key: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html'
const INDEX_MESSAGE =
  'Throughput exceeds the current capacity for one or more global secondary indexes. DynamoDB is automatically scaling your index so please try again shortly.'
const time = manualTime(0)
const S = (value: string) => ({ S: value })
let ground: Ground
let client: DynamoDB
beforeAll(async () => {
  const key = (...names: readonly string[]) =>
    names.map((AttributeName, position) => ({ AttributeName, KeyType: position === 0 ? 'HASH' : 'RANGE' }))
  ground = await startGround(
    {
      Table: {
        Type: 'AWS::DynamoDB::Table',
        Properties: {
          AttributeDefinitions: ['pk', 'sk', 'owner'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
          KeySchema: key('pk', 'sk'),
          GlobalSecondaryIndexes: [
            { IndexName: 'byOwner', KeySchema: key('owner', 'sk'), Projection: { ProjectionType: 'KEYS_ONLY' } },
          ],
        },
      },
    },
    { time },
  )
  client = new DynamoDB(ground.administrator)
})
afterAll(() => ground[Symbol.asyncDispose]())
beforeEach(() => ground.dynamodbLoad.set({ partition: { writeUnitsPerSecond: 4, readUnitsPerSecond: 4 } }))
afterEach(() => ground.dynamodbLoad.set({ partition: undefined }))

let number = 0
const fresh = () => S(`key-${++number}`)
const KILOBYTE = 'x'.repeat(1000)

/** Returns an item of about `units` write units. */
const itemOf = (pk = fresh(), units = 1, more: Record<string, { S: string }> = {}) => ({
  pk,
  sk: fresh(),
  x: S(KILOBYTE.repeat(units).slice(100)),
  ...more,
})
const put = (Item: ReturnType<typeof itemOf>) => client.putItem({ TableName, Item })
const transactedPut = (Item: ReturnType<typeof itemOf>): TransactWriteItem => ({ Put: { TableName, Item } })
const throttlingOf = (reason: string, resource = ARN) => ({
  name: 'ThrottlingException',
  message: resource === ARN ? TABLE_MESSAGE : INDEX_MESSAGE,
  $metadata: { httpStatusCode: 400 },
  throttlingReasons: [{ reason, resource }],
})
const TABLE_WRITE = throttlingOf('TableWriteKeyRangeThroughputExceeded')
const TABLE_READ = throttlingOf('TableReadKeyRangeThroughputExceeded')

/** Puts items while no limits apply. */
async function unlimited(...items: readonly ReturnType<typeof itemOf>[]): Promise<void> {
  const { partition } = ground.dynamodbLoad.settings
  await ground.dynamodbLoad.set({ partition: undefined })
  for (const item of items) await put(item)
  await ground.dynamodbLoad.set({ partition })
}

describe('writes', () => {
  test('limits the units of a partition key per second, not of other keys', async () => {
    const pk = fresh()
    for (const _ of [1, 2]) await put(itemOf(pk, 2))
    await expect(put(itemOf(pk))).rejects.toMatchObject(TABLE_WRITE)
    await put(itemOf())
    time.advance(999)
    await expect(put(itemOf(pk))).rejects.toMatchObject(TABLE_WRITE)
    time.advance(1)
    await put(itemOf(pk))
  })

  test('counts updates and deletes by item size, and failed conditions too', async () => {
    const item = itemOf(undefined, 2)
    const Key = { pk: item.pk, sk: item.sk }
    await unlimited(item)
    await client.updateItem({ TableName, Key, UpdateExpression: 'REMOVE x' })
    await expect(client.deleteItem({ TableName, Key, ConditionExpression: 'attribute_exists(x)' })).rejects.toThrow(
      'conditional',
    )
    await client.deleteItem({ TableName, Key })
    await expect(client.deleteItem({ TableName, Key })).rejects.toMatchObject(TABLE_WRITE)
  })

  test('counts an update by the resulting item, even if its request does not contain it', async () => {
    const [item, key] = [itemOf(undefined, 4), fresh()]
    await unlimited(item)
    const Key = { pk: item.pk, sk: key }
    const ExpressionAttributeValues = { ':x': item.x }
    const UpdateExpression = 'SET x = if_not_exists(x, :x)'
    await client.updateItem({ TableName, Key, UpdateExpression, ExpressionAttributeValues })
    await expect(put(itemOf(item.pk))).rejects.toMatchObject(TABLE_WRITE)
  })

  test('counts concurrent calls', async () => {
    const pk = fresh()
    const puts = await Promise.allSettled(Array.from({ length: 10 }, () => put(itemOf(pk))))
    expect(puts.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
  })

  test('writes what a batch can, and rejects a batch that can write nothing', async () => {
    const pk = fresh()
    const requests = Array.from({ length: 6 }, () => ({ PutRequest: { Item: itemOf(pk) } }))
    const { UnprocessedItems } = await client.batchWriteItem({ RequestItems: { [TableName]: requests } })
    expect(UnprocessedItems).toEqual({ [TableName]: requests.slice(4) })
    await expect(client.batchWriteItem({ RequestItems: UnprocessedItems })).rejects.toMatchObject(TABLE_WRITE)
    time.advance(1000)
    expect(await client.batchWriteItem({ RequestItems: UnprocessedItems })).toMatchObject({ UnprocessedItems: {} })
  })

  test('counts a transaction twice, and cancels it as a whole', async () => {
    const [free, hot] = [itemOf(), itemOf()]
    for (const _ of [1, 2]) await client.transactWriteItems({ TransactItems: [transactedPut(hot)] })
    const canceled = client.transactWriteItems({ TransactItems: [free, hot].map(transactedPut) })
    await expect(canceled).rejects.toMatchObject({
      name: 'TransactionCanceledException',
      message: 'Transaction cancelled, please refer cancellation reasons for specific reasons [None, ThrottlingError]',
      CancellationReasons: [{ Code: 'None' }, { Code: 'ThrottlingError', Message: TABLE_MESSAGE }],
    })
    const { Item } = await client.getItem({ TableName, Key: { pk: free.pk, sk: free.sk } })
    expect(Item).toBeUndefined()
  })
})

describe('an index', () => {
  const INDEX_WRITE = throttlingOf('IndexWriteKeyRangeThroughputExceeded', `${ARN}/index/byOwner`)
  const owned = (owner: { S: string }) => itemOf(undefined, 1, { owner })

  test('rejects only those writes of the table that exceed the index’s limit', async () => {
    const owner = fresh()
    const item = owned(owner)
    for (const each of [item, owned(owner), owned(owner), owned(owner)]) await put(each)
    const Key = { pk: item.pk, sk: item.sk }
    await expect(put(owned(owner))).rejects.toMatchObject(INDEX_WRITE)
    await expect(client.deleteItem({ TableName, Key })).rejects.toMatchObject(INDEX_WRITE)
    const set = (name: string, value: { S: string }) =>
      client.updateItem({
        TableName,
        Key: { ...Key, ...(name === 'owner' && { sk: fresh() }) },
        UpdateExpression: 'SET #name = :value',
        ExpressionAttributeNames: { '#name': name },
        ExpressionAttributeValues: { ':value': value },
      })
    await expect(set('owner', owner)).rejects.toMatchObject(INDEX_WRITE)
    await set('y', owner)
    await put(owned(fresh()))
    const TransactItems = [transactedPut(owned(owner))]
    await expect(client.transactWriteItems({ TransactItems })).rejects.toMatchObject({
      CancellationReasons: [{ Code: 'ThrottlingError', Message: INDEX_MESSAGE }],
    })
    time.advance(1000)
    await put(owned(owner))
  })

  test('consumes nothing for a failed write', async () => {
    const owner = fresh()
    for (const _ of [1, 2, 3, 4, 5]) {
      const Item = owned(owner)
      const failing = client.putItem({ TableName, Item, ConditionExpression: 'attribute_exists(pk)' })
      await expect(failing).rejects.toThrow('conditional')
    }
    await put(owned(owner))
  })

  test('counts its queries', async () => {
    const owner = fresh()
    const query = () =>
      client.query({
        TableName,
        IndexName: 'byOwner',
        KeyConditionExpression: '#owner = :owner AND sk > :sk',
        ExpressionAttributeNames: { '#owner': 'owner' },
        ExpressionAttributeValues: { ':owner': owner, ':sk': S('a') },
      })
    for (const _ of Array(8)) await query()
    const refused = throttlingOf('IndexReadKeyRangeThroughputExceeded', `${ARN}/index/byOwner`)
    await expect(query()).rejects.toMatchObject(refused)
  })
})

describe('reads', () => {
  const keyOf = ({ pk, sk }: ReturnType<typeof itemOf>) => ({ pk, sk })

  test('counts a read by the size of the result', async () => {
    const item = itemOf(undefined, 9)
    await unlimited(item)
    const get = (ConsistentRead: boolean) => client.getItem({ TableName, Key: keyOf(item), ConsistentRead })
    await get(true)
    await get(false)
    await expect(get(false)).rejects.toMatchObject(TABLE_READ)
    const query = {
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': item.pk },
    }
    await expect(client.query({ TableName, ...query })).rejects.toMatchObject(TABLE_READ)
    await put(itemOf(item.pk))
    time.advance(1000)
    await client.query({ TableName, ...query, ConsistentRead: true })
    await get(false)
    await expect(get(false)).rejects.toMatchObject(TABLE_READ)
  })

  test('returns the throttled keys of a batch, and rejects a batch whose keys are all throttled', async () => {
    const [hot, free] = [itemOf(undefined, 20), itemOf()]
    await unlimited(hot, free)
    await client.getItem({ TableName, Key: keyOf(hot), ConsistentRead: true })
    const asked = { Keys: [hot, free].map(keyOf), ConsistentRead: true }
    const { Responses, UnprocessedKeys } = await client.batchGetItem({ RequestItems: { [TableName]: asked } })
    expect(Responses).toEqual({ [TableName]: [free] })
    expect(UnprocessedKeys).toEqual({ [TableName]: { ...asked, Keys: [keyOf(hot)] } })
    await expect(client.batchGetItem({ RequestItems: UnprocessedKeys })).rejects.toMatchObject(TABLE_READ)
    time.advance(1000)
    const again = await client.batchGetItem({ RequestItems: UnprocessedKeys })
    expect(again).toMatchObject({ Responses: { [TableName]: [hot] }, UnprocessedKeys: {} })
  })

  test('cancels a transaction of reads', async () => {
    const [hot, free] = [itemOf(), itemOf()]
    const get = (...items: readonly ReturnType<typeof itemOf>[]) =>
      client.transactGetItems({ TransactItems: items.map((item) => ({ Get: { TableName, Key: keyOf(item) } })) })
    for (const _ of [1, 2]) await get(hot)
    await expect(get(free, hot)).rejects.toMatchObject({
      name: 'TransactionCanceledException',
      CancellationReasons: [{ Code: 'None' }, { Code: 'ThrottlingError', Message: TABLE_MESSAGE }],
    })
  })
})

test('lets the SDK retry throttled calls', async () => {
  const item = itemOf(undefined, 5)
  await put(item)
  const patient = new DynamoDB({ ...ground.administrator, maxAttempts: 2 })
  patient.middlewareStack.add(
    (next) => async (args) => {
      const reply = await next(args)
      time.advance(1000)
      return reply
    },
    { step: 'deserialize', priority: 'low' },
  )
  const { $metadata } = await patient.putItem({ TableName, Item: item })
  expect($metadata.attempts).toBe(2)
})

test('uses AWS’s limits by default', async () => {
  await ground.dynamodbLoad.set({ partition: {} })
  const pk = fresh()
  for (const _ of [1, 2, 3]) await put(itemOf(pk, 350))
  await expect(put(itemOf(pk))).rejects.toMatchObject(TABLE_WRITE)
})
