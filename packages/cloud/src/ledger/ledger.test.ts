import { DynamoDB } from '@aws-sdk/client-dynamodb'
import { KMS } from '@aws-sdk/client-kms'
import { SQS } from '@aws-sdk/client-sqs'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Ground } from '../testing/ground.ts'
import { startGround } from '../testing/shared-ground.ts'
import { createLedger, lambdaAmounts } from './ledger.ts'

let ground: Ground
let dynamodb: DynamoDB
let sqs: SQS
let TableName: string
beforeAll(async () => {
  const key = (AttributeName: string) => [{ AttributeName, KeyType: 'HASH' }]
  ground = await startGround({
    Table: {
      Type: 'AWS::DynamoDB::Table',
      Properties: {
        AttributeDefinitions: ['pk', 'all', 'keys'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
        KeySchema: key('pk'),
        GlobalSecondaryIndexes: [
          { IndexName: 'all', KeySchema: key('all'), Projection: { ProjectionType: 'ALL' } },
          { IndexName: 'keys', KeySchema: key('keys'), Projection: { ProjectionType: 'KEYS_ONLY' } },
        ],
      },
    },
    Queue: { Type: 'AWS::SQS::Queue' },
    Turns: { Type: 'AWS::SQS::Queue', Properties: { FifoQueue: true } },
    Key: { Type: 'AWS::KMS::Key', Properties: { KeyPolicy: {} } },
  })
  TableName = ground.resource('Table').physicalId
  dynamodb = new DynamoDB(ground.administrator)
  sqs = new SQS(ground.administrator)
})
afterAll(() => ground[Symbol.asyncDispose]())

const total = () => ground.ledger.snapshot().total
const S = (value: string) => ({ S: value })
let id = 0
const fresh = () => S(`item${String(++id).padStart(4, '0')}`)

/** Returns an item of this many bytes: ten of the key, one of the attribute's name. */
const itemOf = (bytes: number, pk = fresh()) => ({ pk, x: S('x'.repeat(bytes - 11)) })

/** Returns the ledger's increase by `call`. */
async function cost(call: () => Promise<unknown>) {
  ground.ledger.reset()
  await call().catch(() => undefined)
  const { readUnits, writeUnits } = total()
  return { readUnits, writeUnits }
}

describe('DynamoDB', () => {
  const put = (Item: Parameters<DynamoDB['putItem']>[0]['Item'], ConditionExpression?: string) =>
    dynamodb.putItem({ TableName, Item, ConditionExpression })
  const transact = (...TransactItems: NonNullable<Parameters<DynamoDB['transactWriteItems']>[0]['TransactItems']>) =>
    dynamodb.transactWriteItems({ TransactItems })
  const NEW = 'attribute_not_exists(pk)'

  test.each([
    ['1,024 bytes', 1024, 1],
    ['1,025 bytes', 1025, 2],
  ])('bills a put of %s', async (_, bytes, writeUnits) => {
    expect(await cost(() => put(itemOf(bytes)))).toEqual({ readUnits: 0, writeUnits })
  })

  test('bills a put with two indexes: the complete item, and its keys', async () => {
    const Item = { ...itemOf(2000), all: S('a'), keys: S('k') }
    expect(await cost(() => put(Item))).toEqual({ readUnits: 0, writeUnits: 2 + 2 + 1 })
  })

  test('bills an update by the larger of before and after', async () => {
    const Item = itemOf(3000)
    await put(Item)
    const shrink = { TableName, Key: { pk: Item.pk }, UpdateExpression: 'REMOVE x' }
    expect(await cost(() => dynamodb.updateItem(shrink))).toEqual({ readUnits: 0, writeUnits: 3 })
  })

  test.each([
    ['no item exists', 2000, undefined, 'attribute_exists(pk)', 2],
    ['the existing item is larger', 100, 3000, NEW, 3],
    ['the new item is larger', 2500, 100, NEW, 3],
  ])('bills a failed condition as a write: %s', async (_, bytes, existing, condition, writeUnits) => {
    const pk = fresh()
    if (existing) await put(itemOf(existing, pk))
    expect(await cost(() => put(itemOf(bytes, pk), condition))).toEqual({ readUnits: 0, writeUnits })
  })

  test('returns only the requested fields to the caller', async () => {
    const Item = itemOf(100)
    expect(await put(Item)).toEqual({ $metadata: expect.anything() })
    const again = { TableName, Item, ConditionExpression: NEW } as const
    const failing = dynamodb.putItem(again)
    await expect(failing).rejects.toSatisfy(({ Item: old }) => old === undefined)
    const asking = dynamodb.putItem({ ...again, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' })
    await expect(asking).rejects.toMatchObject({ name: 'ConditionalCheckFailedException', Item })
    const counted = await dynamodb.getItem({ TableName, Key: { pk: Item.pk }, ReturnConsumedCapacity: 'TOTAL' })
    expect(counted).toMatchObject({ Item, ConsumedCapacity: { TableName, CapacityUnits: 0.5 } })
  })

  test.each([
    ['4,096 bytes', 4096, false, 0.5],
    ['4,097 bytes', 4097, false, 1],
    ['4,097 bytes, strongly consistent', 4097, true, 2],
  ])('bills a read of %s', async (_, bytes, ConsistentRead, readUnits) => {
    const Item = itemOf(bytes)
    await put(Item)
    const read = { TableName, Key: { pk: Item.pk }, ConsistentRead }
    expect(await cost(() => dynamodb.getItem(read))).toEqual({ readUnits, writeUnits: 0 })
  })

  test('bills an empty query, and a batch with missing items', async () => {
    const query = { TableName, KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': S('none') } }
    expect(await cost(() => dynamodb.query(query))).toEqual({ readUnits: 0.5, writeUnits: 0 })
    const Item = itemOf(100)
    await put(Item)
    const Keys = [{ pk: Item.pk }, { pk: S('none') }]
    const batch = () => dynamodb.batchGetItem({ RequestItems: { [TableName]: { Keys } } })
    expect(await cost(batch)).toEqual({ readUnits: 1, writeUnits: 0 })
  })

  test('bills a transaction of new items twice each', async () => {
    const writes = [1025, 1025, 100].map((bytes) => ({
      Put: { TableName, Item: itemOf(bytes), ConditionExpression: NEW },
    }))
    expect(await cost(() => transact(...writes))).toEqual({ readUnits: 0, writeUnits: 4 + 4 + 2 })
  })

  test('bills a transaction by the item before and after each write', async () => {
    const [updated, deleted, checked, replaced] = [itemOf(1000), itemOf(3000), itemOf(2000), itemOf(4000)]
    for (const Item of [updated, deleted, checked, replaced]) await put(Item)
    const units = await cost(() =>
      transact(
        {
          Update: {
            TableName,
            Key: { pk: updated.pk },
            UpdateExpression: 'SET y = :y',
            ExpressionAttributeValues: { ':y': S('y'.repeat(100)) },
          },
        },
        { Delete: { TableName, Key: { pk: deleted.pk } } },
        { ConditionCheck: { TableName, Key: { pk: checked.pk }, ConditionExpression: 'attribute_exists(pk)' } },
        { Put: { TableName, Item: itemOf(100, replaced.pk) } },
      ),
    )
    expect(units).toEqual({ readUnits: 0, writeUnits: 2 * (2 + 3 + 2 + 4) })
  })

  test('bills an index once in a transaction', async () => {
    const Item = { ...itemOf(2000), all: S('a'), keys: S('k') }
    const create = { Put: { TableName, Item, ConditionExpression: NEW } }
    expect(await cost(() => transact(create))).toEqual({ readUnits: 0, writeUnits: 2 * 2 + 2 + 1 })
    const set = (name: string) => ({
      Update: {
        TableName,
        Key: { pk: Item.pk },
        UpdateExpression: 'SET #name = :value',
        ExpressionAttributeNames: { '#name': name },
        ExpressionAttributeValues: { ':value': S('changed') },
      },
    })
    expect(await cost(() => transact(set('y')))).toEqual({ readUnits: 0, writeUnits: 2 * 2 + 2 })
    // The entry moves in one index and is updated in the other.
    expect(await cost(() => transact(set('keys')))).toEqual({ readUnits: 0, writeUnits: 2 * 2 + 2 + 2 })
  })

  test('bills a cancelled transaction like a successful one', async () => {
    const Item = itemOf(1500)
    await put(Item)
    const writes = [Item, itemOf(100)].map((item) => ({
      Put: { TableName, Item: item, ConditionExpression: NEW },
    }))
    expect(await cost(() => transact(...writes))).toEqual({ readUnits: 0, writeUnits: 4 + 2 })
  })

  test('bills a transaction of reads twice', async () => {
    const Item = itemOf(5000)
    await put(Item)
    const TransactItems = [Item.pk, S('none')].map((pk) => ({ Get: { TableName, Key: { pk } } }))
    expect(await cost(() => dynamodb.transactGetItems({ TransactItems }))).toEqual({ readUnits: 4 + 2, writeUnits: 0 })
  })

  test('bills nothing for a malformed call', async () => {
    expect(await cost(() => put({ wrong: S('x') }))).toEqual({ readUnits: 0, writeUnits: 0 })
  })
})

describe('SQS', () => {
  beforeEach(() => ground.ledger.reset())
  const body = (kilobytes: number) => 'x'.repeat(kilobytes * 1024)

  test('bills a request per 64 KB, sent and received', async () => {
    const QueueUrl = ground.resource('Queue').physicalId
    await sqs.sendMessage({ QueueUrl, MessageBody: body(64) })
    await sqs.sendMessage({ QueueUrl, MessageBody: body(65), MessageGroupId: 'g' })
    expect(total()).toMatchObject({ standardQueueRequests: 1 + 2, fairQueueMessages: 1 })
    const { Messages = [] } = await sqs.receiveMessage({ QueueUrl, MaxNumberOfMessages: 10 })
    expect(total()).toMatchObject({ standardQueueRequests: 3 + 3 })
    const Entries = Messages.map(({ ReceiptHandle }, i) => ({ Id: String(i), ReceiptHandle }))
    await sqs.deleteMessageBatch({ QueueUrl, Entries })
    expect(total()).toMatchObject({
      standardQueueRequests: 7,
      fifoQueueRequests: 0,
      requests: { sqs: { SendMessage: 2, ReceiveMessage: 1, DeleteMessageBatch: 1 } },
    })
  })

  test('bills a small batch as one request, and counts attributes', async () => {
    const QueueUrl = ground.resource('Turns').physicalId
    const entry = (Id: string, kilobytes: number) => ({
      Id,
      MessageBody: body(kilobytes),
      MessageGroupId: 'g',
      MessageDeduplicationId: `${Id}${kilobytes}`,
    })
    await sqs.sendMessageBatch({ QueueUrl, Entries: [entry('a', 32), entry('b', 32)] })
    expect(total().fifoQueueRequests).toBe(1)
    const MessageAttributes = { a: { DataType: 'String', StringValue: 'b' } }
    await sqs.sendMessageBatch({ QueueUrl, Entries: [{ ...entry('c', 32), MessageAttributes }, entry('d', 32)] })
    expect(total()).toMatchObject({ fifoQueueRequests: 1 + 2, standardQueueRequests: 0, fairQueueMessages: 0 })
  })
})

test('counts every other request by caller, service and action', async () => {
  ground.ledger.reset()
  const KeyId = ground.resource('Key').arn
  const kms = new KMS(ground.as({ Effect: 'Allow', Action: 'kms:Encrypt', Resource: '*' }))
  await kms.encrypt({ KeyId, Plaintext: Buffer.from('x') })
  await kms.encrypt({ KeyId, Plaintext: Buffer.from('y') })
  await expect(kms.describeKey({ KeyId })).rejects.toThrow('not authorized')
  await new KMS(ground.administrator).describeKey({ KeyId })
  const { callers, total: all } = ground.ledger.snapshot()
  expect(callers.function?.requests).toEqual({ kms: { Encrypt: 2 } })
  expect(callers.administrator?.requests).toEqual({ kms: { DescribeKey: 1 } })
  expect(all.requests).toEqual({ kms: { Encrypt: 2, DescribeKey: 1 } })
})

test('bills Lambda by memory times milliseconds', () => {
  const ledger = createLedger()
  ledger.reset()
  const ended = { function: 'fn', memoryMegabytes: 512, processorMilliseconds: 50 }
  ledger.charge('fn', lambdaAmounts({ ...ended, billedMilliseconds: 100 }))
  ledger.charge('fn', lambdaAmounts({ ...ended, billedMilliseconds: 1 }))
  expect(ledger.snapshot().callers.fn).toMatchObject({
    invocations: 2,
    gigabyteSeconds: 0.0505,
    processorSeconds: 0.1,
  })
})

test('counts from the first reset or snapshot on, until what was remembered before is restored', () => {
  const ledger = createLedger()
  const restore = ledger.remember()
  ledger.charge('fn', { invocations: 1 })
  expect(ledger.snapshot().total.invocations).toBe(0)
  ledger.charge('fn', { invocations: 1 })
  expect(ledger.snapshot().total.invocations).toBe(1)
  restore()
  expect(ledger.isCounting).toBe(false)
})
