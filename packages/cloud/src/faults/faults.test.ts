import { APIGateway } from '@aws-sdk/client-api-gateway'
import { CloudWatch } from '@aws-sdk/client-cloudwatch'
import { CognitoIdentityProvider } from '@aws-sdk/client-cognito-identity-provider'
import { DynamoDB } from '@aws-sdk/client-dynamodb'
import { KMS } from '@aws-sdk/client-kms'
import { S3 } from '@aws-sdk/client-s3'
import { Scheduler } from '@aws-sdk/client-scheduler'
import { SQS } from '@aws-sdk/client-sqs'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Ground } from '../testing/ground.ts'
import { startGround } from '../testing/shared-ground.ts'

let ground: Ground
let QueueUrl: string
let TableName: string
beforeAll(async () => {
  ground = await startGround({
    Queue: { Type: 'AWS::SQS::Queue' },
    Key: { Type: 'AWS::KMS::Key' },
    Pool: { Type: 'AWS::Cognito::UserPool' },
    Table: {
      Type: 'AWS::DynamoDB::Table',
      Properties: {
        AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
        KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      },
    },
  })
  QueueUrl = ground.resource('Queue').physicalId
  TableName = ground.resource('Table').physicalId
})
afterAll(() => ground[Symbol.asyncDispose]())
afterEach(async () => {
  ground.faults.clear()
  await sqs().purgeQueue({ QueueUrl })
})

const sqs = (maxAttempts = 1) => new SQS({ ...ground.administrator, maxAttempts })
const dynamodb = (maxAttempts = 1) => new DynamoDB({ ...ground.administrator, maxAttempts })
const send = (attempts = 1, MessageBody = 'x') => sqs(attempts).sendMessage({ QueueUrl, MessageBody })

async function count(): Promise<number> {
  const AttributeNames = ['ApproximateNumberOfMessages' as const]
  const { Attributes } = await sqs().getQueueAttributes({ QueueUrl, AttributeNames })
  return Number(Attributes?.ApproximateNumberOfMessages)
}

const sending = { service: 'sqs', action: 'SendMessage' }

test.each([
  ['fail-before', { name: 'InternalError', $metadata: { httpStatusCode: 500 } }, 0],
  ['cut-off', { code: 'ECONNRESET' }, 0],
  ['fail-after', { code: 'ECONNRESET' }, 1],
] as const)('applies %s', async (kind, error, sent) => {
  const fault = ground.faults.plan({ ...sending, nth: 1, kind })
  await expect(send()).rejects.toMatchObject(error)
  expect(await count()).toBe(sent)
  expect(fault.fired).toEqual([
    {
      by: 'function',
      function: undefined,
      ...sending,
      kind,
      nth: 1,
      request: expect.stringContaining('x'),
      event: undefined,
    },
  ])
  await send()
  expect(await count()).toBe(sent + 1)
})

test.each([
  ['fail-before', 1],
  ['cut-off', 1],
  ['fail-after', 2],
] as const)('the SDK gets over %s by itself, with a further call', async (kind, sent) => {
  const fault = ground.faults.plan({ ...sending, nth: 1, kind })
  await send(2)
  expect(fault.matched).toBe(2)
  expect(await count()).toBe(sent)
})

const each = <Result>(call: () => Promise<Result>) => call
test.each([
  ['DynamoDB', each(() => dynamodb().listTables()), 'ThrottlingException', 400],
  ['SQS', each(() => sqs().listQueues()), 'RequestThrottled', 403],
  ['S3', each(() => new S3({ ...ground.administrator, forcePathStyle: true }).listBuckets()), 'SlowDown', 503],
  [
    'KMS',
    each(() => new KMS(ground.administrator).describeKey({ KeyId: ground.resource('Key').physicalId })),
    'ThrottlingException',
    400,
  ],
  ['Scheduler', each(() => new Scheduler(ground.administrator).listSchedules()), 'ThrottlingException', 429],
  [
    'API Gateway',
    each(() => new APIGateway(ground.administrator).createApiKey({ name: 'x' })),
    'TooManyRequestsException',
    429,
  ],
  [
    'Cognito',
    each(() =>
      new CognitoIdentityProvider(ground.administrator).listUsers({ UserPoolId: ground.resource('Pool').physicalId }),
    ),
    'TooManyRequestsException',
    400,
  ],
  ['CloudWatch', each(() => new CloudWatch(ground.administrator).describeAlarms()), 'ThrottlingException', 400],
] as const)('throttle: %s returns its throttling error', async (_, call, name, httpStatusCode) => {
  const fault = ground.faults.plan({ nth: 1, kind: 'throttle' })
  await expect(call()).rejects.toMatchObject({ name, $metadata: { httpStatusCode } })
  expect(fault.fired).toHaveLength(1)
})

test('lets the SDK retry a throttled call', async () => {
  const fault = ground.faults.plan({ ...sending, nth: 1, kind: 'throttle' })
  await send(2)
  expect(fault.matched).toBe(2)
  expect(await count()).toBe(1)
})

describe('conflict', () => {
  const Item = { pk: { S: 'contended' } }

  test('cancels a transaction with a reason per item, which the SDK does not retry', async () => {
    const fault = ground.faults.plan({ nth: 1, kind: 'conflict' })
    const put = { Put: { TableName, Item } }
    const check = { Delete: { TableName, Key: { pk: { S: 'other' } } } }
    await expect(dynamodb(3).transactWriteItems({ TransactItems: [put, check] })).rejects.toMatchObject({
      name: 'TransactionCanceledException',
      message:
        'Transaction cancelled, please refer cancellation reasons for specific reasons [TransactionConflict, None]',
      CancellationReasons: [{ Code: 'TransactionConflict' }, { Code: 'None' }],
    })
    const get = { Get: { TableName, Key: Item } }
    expect(await dynamodb().transactGetItems({ TransactItems: [get] })).toMatchObject({ Responses: [{}] })
    expect(fault.matched).toBe(2)
  })

  test('cancels a transaction of reads', async () => {
    ground.faults.plan({ nth: 1, kind: 'conflict' })
    const TransactItems = [{ Get: { TableName, Key: Item } }]
    await expect(dynamodb().transactGetItems({ TransactItems })).rejects.toMatchObject({
      name: 'TransactionCanceledException',
      CancellationReasons: [{ Code: 'TransactionConflict' }],
    })
  })

  test.each([
    ['PutItem', each(() => dynamodb().putItem({ TableName, Item }))],
    ['UpdateItem', each(() => dynamodb().updateItem({ TableName, Key: Item }))],
    ['DeleteItem', each(() => dynamodb().deleteItem({ TableName, Key: Item }))],
  ])('rejects %s', async (_, call) => {
    const fault = ground.faults.plan({ nth: 1, kind: 'conflict' })
    await expect(call()).rejects.toMatchObject({ name: 'TransactionConflictException' })
    expect(fault.fired).toHaveLength(1)
  })

  test('does not apply to calls that cannot conflict', async () => {
    const fault = ground.faults.plan({ nth: 1, kind: 'conflict' })
    await dynamodb().getItem({ TableName, Key: Item })
    await dynamodb().query({
      TableName,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': Item.pk },
    })
    await send()
    expect(fault.matched).toBe(0)
  })
})

test('applies duplicate', async () => {
  ground.faults.plan({ ...sending, nth: 1, kind: 'duplicate' })
  await send()
  expect(await count()).toBe(2)
})

test('returns the first response of a duplicated call', async () => {
  ground.faults.plan({ action: 'PutItem', nth: 1, kind: 'duplicate' })
  const put = { TableName, Item: { pk: { S: 'new' } }, ConditionExpression: 'attribute_not_exists(pk)' }
  await dynamodb().putItem(put)
  await expect(dynamodb().putItem(put)).rejects.toMatchObject({ name: 'ConditionalCheckFailedException' })
})

test('leaves a lost response of a conditional write to the caller', async () => {
  ground.faults.plan({ action: 'PutItem', nth: 1, kind: 'fail-after' })
  const Item = { pk: { S: 'lost' } }
  const putting = dynamodb(2).putItem({ TableName, Item, ConditionExpression: 'attribute_not_exists(pk)' })
  await expect(putting).rejects.toMatchObject({ name: 'ConditionalCheckFailedException' })
})

test('lets other calls overtake a delayed one', async () => {
  const early = Promise.withResolvers<void>()
  ground.faults.plan({ ...sending, nth: 1, kind: 'delay', until: early.promise })
  const order: string[] = []
  const late = send(1, 'late').then(() => order.push('late'))
  await expect.poll(() => ground.faults.fired.length).toBe(1)
  await send(1, 'early').then(() => order.push('early'))
  early.resolve()
  await late
  expect(order).toEqual(['early', 'late'])
  expect(await count()).toBe(2)
})

describe('a plan', () => {
  test('applies to the n-th matching call, and to as many after it as `times` says', async () => {
    const fault = ground.faults.plan({ ...sending, nth: 2, times: 2, kind: 'fail-before' })
    const outcomes: string[] = []
    for (let i = 0; i < 5; i++) {
      await count()
      outcomes.push(
        await send().then(
          () => 'sent',
          () => 'failed',
        ),
      )
    }
    expect(outcomes).toEqual(['sent', 'failed', 'failed', 'sent', 'sent'])
    expect(fault).toMatchObject({ matched: 5, fired: [{ nth: 2 }, { nth: 3 }] })
  })

  test('applies to all following calls until it is cancelled', async () => {
    const fault = ground.faults.plan({ service: 'sqs', nth: 1, times: Number.POSITIVE_INFINITY, kind: 'cut-off' })
    await expect(send()).rejects.toThrow()
    await expect(count()).rejects.toThrow()
    fault.cancel()
    await send()
    expect(fault.matched).toBe(2)
  })

  test('counts separately, and the oldest plan has priority', async () => {
    const first = ground.faults.plan({ ...sending, nth: 1, kind: 'fail-before' })
    const second = ground.faults.plan({ ...sending, nth: 1, times: 2, kind: 'cut-off' })
    await expect(send()).rejects.toMatchObject({ name: 'InternalError' })
    await expect(send()).rejects.toMatchObject({ code: 'ECONNRESET' })
    expect([first.matched, second.matched]).toEqual([2, 2])
    expect(ground.faults.fired.map(({ kind }) => kind)).toEqual(['fail-before', 'cut-off'])
  })

  test('ignores calls that are rejected anyway', async () => {
    const fault = ground.faults.plan({ ...sending, nth: 1, kind: 'fail-before' })
    await expect(new SQS(ground.as()).sendMessage({ QueueUrl, MessageBody: 'x' })).rejects.toThrow('not authorized')
    expect(fault.matched).toBe(0)
  })

  test.each([{ nth: 0 }, { nth: 1.5 }, { nth: 1, times: 0 }])('rejects %o', (wrong) => {
    expect(() => ground.faults.plan({ ...wrong, kind: 'delay' })).toThrow(RangeError)
  })
})
