import { setImmediate } from 'node:timers/promises'
import { DynamoDB, type QueryCommandInput } from '@aws-sdk/client-dynamodb'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Call, Reply } from '../front-door/call.ts'
import type { JsonObject } from '../resource.ts'
import { type Ground, startGround } from '../testing/ground.ts'
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

/** The sort keys that a query of the index finds. */
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

describe('indexes that lag', () => {
  beforeEach(() => ground.unkind.set({ indexLagMs: LAG_MS }))
  afterEach(() => ground.unkind.set({ indexLagMs: undefined }))

  test('an index has a new item only after the lag; the table has it at once', async () => {
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

  test('an item that changed is found with what it was, where it was', async () => {
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

  test('a deleted item is found until the lag is over, by pages too', async () => {
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

  test('transactions and batches reach the index too, repeated transactions once', async () => {
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

  test('of many writes at once the index has the last', async () => {
    const owners = Array.from({ length: 40 }, (_, i) => `owner${i}`)
    await Promise.all(owners.map((owner) => put(1, owner)))
    const stored = (await read(1))?.owner?.S
    time.advance(LAG_MS)
    const found = await Promise.all(owners.map(async (owner) => ((await ownedBy(owner)).length > 0 ? [owner] : [])))
    expect(found.flat().map((owner) => `${owner}-${partition}`)).toEqual([stored])
  })

  test('the caller sees the names of the table, and pays for its read', async () => {
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

test('what was written before and during the start of the lag is in the index', async () => {
  for (const sk of [1, 2, 3]) await put(sk)
  const starting = ground.unkind.set({ indexLagMs: LAG_MS })
  await Promise.all([
    put(4),
    client.updateItem(set(1, 'rank', N(9))),
    client.deleteItem({ TableName, Key: { pk, sk: N(2) } }),
  ])
  await starting
  time.advance(LAG_MS)
  expect(await ownedBy('me')).toEqual(['3', '4', '1'])
  await ground.unkind.set({ indexLagMs: undefined })
  await put(5)
  expect(await ownedBy('me')).toEqual(['3', '4', '5', '1'])
})

describe('stale reads', () => {
  beforeEach(() => ground.unkind.set({ staleReadMs: LAG_MS }))
  afterEach(() => ground.unkind.set({ staleReadMs: undefined }))

  test('an eventually consistent GetItem is behind, a strongly consistent one is not', async () => {
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
  ])('%s', async (_, index) => {
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

  test('a batch, table by table, and a scan', async () => {
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

  test('a transaction of reads and an index are not behind', async () => {
    await put(1)
    const TransactItems = [{ Get: { TableName, Key: { pk, sk: N(1) } } }]
    expect((await client.transactGetItems({ TransactItems })).Responses).toEqual([{ Item: item(1) }])
    expect(await ownedBy('me')).toEqual(['1'])
  })
})

test('the copies are gone once nothing lags', async () => {
  await ground.unkind.set({ indexLagMs: 1, staleReadMs: 1 })
  await ground.unkind.set({ indexLagMs: 0, staleReadMs: 0 })
  expect((await client.listTables()).TableNames).toEqual([TableName])
})

describe('writes that overlap', () => {
  const call = (item: string): Call => ({
    method: 'POST',
    url: new URL('http://127.0.0.1/'),
    headers: { 'x-amz-target': 'DynamoDB_20120810.PutItem' },
    body: Buffer.from(JSON.stringify({ TableName: 'T', Item: { pk: S(item) } })),
    principal: { arn: 'test', statements: [] },
    accessKeyId: 'test',
  })

  /** A lag in front of writes that wait for `answer`, and of an engine without items. */
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
    const answer = () => waiting.shift()?.({ status: 200, headers: {}, body: '{}' })
    return { handle, start: () => adjust({ index: LAG_MS, stale: undefined }), answer, waiting }
  }

  test('the copies are made once the writes under way have ended', async () => {
    const { handle, start, answer } = slowWrites()
    const writing = handle(call('a'))
    await setImmediate()
    let isStarted = false
    const starting = start().then(() => (isStarted = true))
    await setImmediate()
    expect(isStarted).toBe(false)
    answer()
    await Promise.all([writing, starting])
  })

  test('writes to one item wait for one another, others do not', async () => {
    const { handle, start, answer, waiting } = slowWrites()
    await start()
    const writing = ['a', 'a', 'b'].map((item) => handle(call(item)))
    await setImmediate()
    expect(waiting).toHaveLength(2)
    answer()
    await writing[0]
    await setImmediate()
    expect(waiting).toHaveLength(2)
    answer()
    answer()
    await Promise.all(writing)
  })
})
