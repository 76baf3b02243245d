import { setImmediate } from 'node:timers/promises'
import { DynamoDB, type QueryCommandInput } from '@aws-sdk/client-dynamodb'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Call, Reply } from '../front-door/call.ts'
import type { JsonObject } from '../resource.ts'
import type { Ground } from '../testing/ground.ts'
import { startGround } from '../testing/shared-ground.ts'
import { manualTime } from '../time.ts'
import { withLag } from './lag.ts'

const LAG_MS = 200
const TableName = 'Test-Table'
const time = manualTime(0)
const S = (value: string) => ({ S: value })
const N = (value: number) => ({ N: String(value) })
let ground: Ground
let client: DynamoDB
beforeAll(async () => {
  const key = (HASH: string, RANGE: string) => [
    { AttributeName: HASH, KeyType: 'HASH' },
    { AttributeName: RANGE, KeyType: 'RANGE' },
  ]
  const Projection = { ProjectionType: 'ALL' }
  ground = await startGround(
    {
      Table: {
        Type: 'AWS::DynamoDB::Table',
        Properties: {
          AttributeDefinitions: [
            { AttributeName: 'pk', AttributeType: 'S' },
            { AttributeName: 'sk', AttributeType: 'N' },
            { AttributeName: 'owner', AttributeType: 'S' },
            { AttributeName: 'rank', AttributeType: 'N' },
          ],
          KeySchema: key('pk', 'sk'),
          GlobalSecondaryIndexes: [{ IndexName: 'byOwner', KeySchema: key('owner', 'rank'), Projection }],
          LocalSecondaryIndexes: [{ IndexName: 'byRank', KeySchema: key('pk', 'rank'), Projection }],
          StreamSpecification: { StreamViewType: 'NEW_IMAGE' },
        },
      },
    },
    { time },
  )
  client = new DynamoDB(ground.administrator)
})
afterAll(() => ground[Symbol.asyncDispose]())

let partition = 0
let pk = S('')
beforeEach(() => {
  pk = S(`partition-${++partition}`)
})

const item = (sk: number, owner = 'me') => ({ pk, sk: N(sk), owner: S(`${owner}-${partition}`), rank: N(sk) })
const put = (sk: number, owner?: string) => client.putItem({ TableName, Item: item(sk, owner) })
const set = (sk: number, name: string, value: ReturnType<typeof S> | ReturnType<typeof N>) => ({
  TableName,
  Key: { pk, sk: N(sk) },
  UpdateExpression: 'SET #name = :value',
  ExpressionAttributeNames: { '#name': name },
  ExpressionAttributeValues: { ':value': value },
})

/** Returns the sort keys that a query of the index finds. */
async function ownedBy(owner: string, more: Partial<QueryCommandInput> = {}): Promise<(string | undefined)[]> {
  const { Items = [] } = await client.query({
    TableName,
    IndexName: 'byOwner',
    KeyConditionExpression: '#owner = :owner',
    ExpressionAttributeNames: { '#owner': 'owner' },
    ...more,
    ExpressionAttributeValues: { ':owner': S(`${owner}-${partition}`), ...more.ExpressionAttributeValues },
  })
  return Items.map(({ sk }) => sk?.N)
}

async function read(sk: number, ConsistentRead?: boolean) {
  return (await client.getItem({ TableName, Key: { pk, sk: N(sk) }, ConsistentRead })).Item
}

describe('lagging indexes', () => {
  beforeEach(() => ground.dynamodbLoad.set({ indexLagMs: LAG_MS }))
  afterEach(() => ground.dynamodbLoad.set({ indexLagMs: undefined }))

  test('returns a new item from the index after the lag, and from the table at once', async () => {
    await put(1)
    time.advance(LAG_MS - 1)
    await put(2)
    expect(await ownedBy('me')).toEqual([])
    expect(await read(1)).toEqual(item(1))
    time.advance(1)
    expect(await ownedBy('me')).toEqual(['1'])
    time.advance(LAG_MS)
    expect(await ownedBy('me')).toEqual(['1', '2'])
  })

  test('returns a changed item from the index in its earlier state and place', async () => {
    await put(1)
    await put(2)
    time.advance(LAG_MS)
    await client.updateItem(set(1, 'state', S('new')))
    await client.updateItem(set(2, 'owner', S(`you-${partition}`)))
    const FilterExpression = 'attribute_not_exists(#state)'
    const ExpressionAttributeNames = { '#owner': 'owner', '#state': 'state' }
    const withoutState = () => ownedBy('me', { FilterExpression, ExpressionAttributeNames })
    expect([await withoutState(), await ownedBy('you')]).toEqual([['1', '2'], []])
    time.advance(LAG_MS)
    expect([await withoutState(), await ownedBy('you')]).toEqual([[], ['2']])
  })

  test('returns a deleted item until the lag is over, also in pages', async () => {
    for (const sk of [1, 2, 3]) await put(sk)
    time.advance(LAG_MS)
    await client.deleteItem({ TableName, Key: { pk, sk: N(2) } })
    const page = { TableName, IndexName: 'byOwner', Limit: 1, KeyConditionExpression: '#owner = :owner' }
    const names = {
      ExpressionAttributeNames: { '#owner': 'owner' },
      ExpressionAttributeValues: { ':owner': S(`me-${partition}`) },
    }
    const first = await client.query({ ...page, ...names })
    const second = await client.query({ ...page, ...names, ExclusiveStartKey: first.LastEvaluatedKey })
    expect([first, second].map(({ Items }) => Items?.[0]?.sk?.N)).toEqual(['1', '2'])
    time.advance(LAG_MS)
    expect(await ownedBy('me')).toEqual(['1', '3'])
  })

  test('applies transactions and batches to the index, and a repeated transaction once', async () => {
    const Key = { pk, sk: N(3) }
    await put(3)
    const transaction = {
      TransactItems: [{ Put: { TableName, Item: item(1) } }, { Delete: { TableName, Key } }],
      ClientRequestToken: `token-${partition}`,
    }
    await client.transactWriteItems(transaction)
    await client.deleteItem({ TableName, Key: { pk, sk: N(1) } })
    await client.transactWriteItems(transaction)
    const failing = { ...set(4, 'owner', S('x')), ConditionExpression: 'attribute_exists(pk)' }
    await expect(client.transactWriteItems({ TransactItems: [{ Update: failing }] })).rejects.toThrow('cancelled')
    const PutRequest = { Item: item(2) }
    await client.batchWriteItem({ RequestItems: { [TableName]: [{ PutRequest }, { DeleteRequest: { Key } }] } })
    expect(await ownedBy('me')).toEqual([])
    time.advance(LAG_MS)
    expect(await ownedBy('me')).toEqual(['2'])
  })

  test('applies concurrent writes in order', async () => {
    const owners = Array.from({ length: 40 }, (_, i) => `owner${i}`)
    await Promise.all(owners.map((owner) => put(1, owner)))
    const stored = (await read(1))?.owner?.S
    time.advance(LAG_MS)
    const found = await Promise.all(owners.map(async (owner) => ((await ownedBy(owner)).length > 0 ? [owner] : [])))
    expect(found.flat().map((owner) => `${owner}-${partition}`)).toEqual([stored])
  })

  test('returns the table’s names to the caller, with the read’s consumed capacity', async () => {
    await put(1)
    time.advance(LAG_MS)
    ground.ledger.reset()
    const ExpressionAttributeValues = { ':owner': S(`me-${partition}`) }
    const names = { ExpressionAttributeNames: { '#owner': 'owner' }, ExpressionAttributeValues }
    const query = { TableName, IndexName: 'byOwner', KeyConditionExpression: '#owner = :owner', ...names }
    const { ConsumedCapacity } = await client.query({ ...query, ReturnConsumedCapacity: 'INDEXES' })
    expect(ConsumedCapacity).toMatchObject({ TableName, CapacityUnits: 0.5 })
    expect(ground.ledger.snapshot().total.readUnits).toBe(0.5)
    const failing = client.query({ ...query, IndexName: 'none' })
    await expect(failing).rejects.toMatchObject({ name: 'ValidationException' })
  })
})

test('includes writes before and during the start of the lag', async () => {
  for (const sk of [1, 2, 3]) await put(sk)
  const starting = ground.dynamodbLoad.set({ indexLagMs: LAG_MS })
  await Promise.all([
    put(4),
    client.updateItem(set(1, 'rank', N(9))),
    client.deleteItem({ TableName, Key: { pk, sk: N(2) } }),
  ])
  await starting
  time.advance(LAG_MS)
  expect(await ownedBy('me')).toEqual(['3', '4', '1'])
  await ground.dynamodbLoad.set({ indexLagMs: undefined })
  await put(5)
  expect(await ownedBy('me')).toEqual(['3', '4', '5', '1'])
})

describe('stale reads', () => {
  beforeEach(() => ground.dynamodbLoad.set({ staleReadMs: LAG_MS }))
  afterEach(() => ground.dynamodbLoad.set({ staleReadMs: undefined }))

  test('returns an earlier state for an eventually consistent GetItem only', async () => {
    await put(1)
    expect([await read(1), await read(1, true)]).toEqual([undefined, item(1)])
    time.advance(LAG_MS)
    await client.updateItem(set(1, 'state', S('new')))
    expect([await read(1), await read(1, true)]).toEqual([item(1), { ...item(1), state: S('new') }])
    time.advance(LAG_MS)
    await client.deleteItem({ TableName, Key: { pk, sk: N(1) } })
    expect([await read(1), await read(1, true)]).toEqual([{ ...item(1), state: S('new') }, undefined])
    time.advance(LAG_MS)
    expect(await read(1)).toBeUndefined()
  })

  test.each([
    ['a query', {}],
    ['a query of a local index', { IndexName: 'byRank' }],
  ])('returns an earlier state for %s', async (_, index) => {
    await put(1)
    const query = async (ConsistentRead: boolean) => {
      const ExpressionAttributeValues = { ':pk': pk }
      const condition = { KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues }
      return (await client.query({ TableName, ...index, ...condition, ConsistentRead })).Count
    }
    expect([await query(false), await query(true)]).toEqual([0, 1])
    time.advance(LAG_MS)
    expect(await query(false)).toBe(1)
  })

  test('returns an earlier state for a batch per table, and for a scan', async () => {
    await put(1)
    const batch = async (ConsistentRead: boolean) => {
      const RequestItems = { [TableName]: { Keys: [{ pk, sk: N(1) }], ConsistentRead } }
      return (await client.batchGetItem({ RequestItems })).Responses?.[TableName]
    }
    const scan = async (ConsistentRead: boolean) => {
      const filter = { FilterExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': pk } }
      return (await client.scan({ TableName, ConsistentRead, ...filter })).Count
    }
    expect([await batch(false), await batch(true), await scan(false), await scan(true)]).toEqual([[], [item(1)], 0, 1])
    time.advance(LAG_MS)
    expect([await batch(false), await scan(false)]).toEqual([[item(1)], 1])
  })

  test('returns the current state for a transaction of reads and an index', async () => {
    await put(1)
    const TransactItems = [{ Get: { TableName, Key: { pk, sk: N(1) } } }]
    expect((await client.transactGetItems({ TransactItems })).Responses).toEqual([{ Item: item(1) }])
    expect(await ownedBy('me')).toEqual(['1'])
  })
})

test('deletes the copies when nothing lags', async () => {
  await ground.dynamodbLoad.set({ indexLagMs: 1, staleReadMs: 1 })
  await ground.dynamodbLoad.set({ indexLagMs: 0, staleReadMs: 0 })
  expect((await client.listTables()).TableNames).toEqual([TableName])
})

describe('overlapping writes', () => {
  const call = (item: string): Call => ({
    method: 'POST',
    url: new URL('http://127.0.0.1/'),
    headers: { 'x-amz-target': 'DynamoDB_20120810.PutItem' },
    body: Buffer.from(JSON.stringify({ TableName: 'T', Item: { pk: S(item) } })),
    principal: { arn: 'test', statements: [] },
    accessKeyId: 'test',
  })

  /** A lag in front of writes that wait for `reply`, and of an engine without items. */
  function slowWrites() {
    const waiting: ((reply: Reply) => void)[] = []
    const next = () => new Promise<Reply>((resolve) => waiting.push(resolve))
    const table = {
      stack: 'Test',
      logicalId: 'T',
      type: 'AWS::DynamoDB::Table',
      physicalId: 'T',
      arn: 'arn',
      properties: {},
    }
    const { handle, adjust } = withLag(next, {
      tables: [table],
      schemas: new Map([['T', { arn: 'arn', keys: ['pk'], indexes: [] }]]),
      call: async (): Promise<JsonObject> => ({}),
      readItems: async (keys) => keys.map(() => undefined),
      time,
    })
    const reply = () => waiting.shift()?.({ status: 200, headers: {}, body: '{}' })
    return { handle, start: () => adjust({ index: LAG_MS, stale: undefined }), reply, waiting }
  }

  test('creates the copies after in-flight writes have ended', async () => {
    const { handle, start, reply } = slowWrites()
    const writing = handle(call('a'))
    await setImmediate()
    let isStarted = false
    const starting = start().then(() => (isStarted = true))
    await setImmediate()
    expect(isStarted).toBe(false)
    reply()
    await Promise.all([writing, starting])
  })

  test('serializes writes to one item, and no others', async () => {
    const { handle, start, reply, waiting } = slowWrites()
    await start()
    const writing = ['a', 'a', 'b'].map((item) => handle(call(item)))
    await setImmediate()
    expect(waiting).toHaveLength(2)
    reply()
    await writing[0]
    await setImmediate()
    expect(waiting).toHaveLength(2)
    reply()
    reply()
    await Promise.all(writing)
  })
})
