import { DynamoDB } from '@aws-sdk/client-dynamodb'
import { DynamoDBStreams } from '@aws-sdk/client-dynamodb-streams'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Ground } from '../testing/ground.ts'
import { startGround } from '../testing/shared-ground.ts'

const TABLE_ARN = 'arn:aws:dynamodb:eu-central-1:000000000000:table/Test-Table'
const key = { pk: { S: 'one' } }

let ground: Ground
beforeAll(async () => {
  ground = await startGround({
    Table: {
      Type: 'AWS::DynamoDB::GlobalTable',
      Properties: {
        AttributeDefinitions: ['pk', 'owner'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
        KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
        GlobalSecondaryIndexes: [
          {
            IndexName: 'byOwner',
            KeySchema: [{ AttributeName: 'owner', KeyType: 'HASH' }],
            Projection: { ProjectionType: 'ALL' },
          },
        ],
        StreamSpecification: { StreamViewType: 'NEW_IMAGE' },
        TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
      },
    },
  })
})
afterAll(() => ground[Symbol.asyncDispose]())

const allow = (...Action: readonly string[]) => ({ Effect: 'Allow', Action, Resource: TABLE_ARN })

test('lets a role write and read what its policy names', async () => {
  const client = new DynamoDB(ground.as(allow('dynamodb:PutItem', 'dynamodb:GetItem')))
  await client.putItem({ TableName: 'Test-Table', Item: { ...key, n: { N: '1' } } })
  const { Item } = await client.getItem({ TableName: 'Test-Table', Key: key, ConsistentRead: true })
  expect(Item).toEqual({ ...key, n: { N: '1' } })
})

test('rejects with AWS’s error name, status and message', async () => {
  const client = new DynamoDB(ground.as(allow('dynamodb:GetItem')))
  await expect(client.putItem({ TableName: 'Test-Table', Item: key })).rejects.toMatchObject({
    name: 'AccessDeniedException',
    $metadata: { httpStatusCode: 400 },
    message: `User: arn:aws:sts::000000000000:assumed-role/role/function is not authorized to perform: dynamodb:PutItem on resource: ${TABLE_ARN} because no identity-based policy allows the dynamodb:PutItem action`,
  })
})

test('does not extend a permission on a table to its index', async () => {
  const query = {
    TableName: 'Test-Table',
    IndexName: 'byOwner',
    KeyConditionExpression: '#owner = :owner',
    ExpressionAttributeNames: { '#owner': 'owner' },
    ExpressionAttributeValues: { ':owner': { S: 'x' } },
  }
  const onTable = new DynamoDB(ground.as(allow('dynamodb:Query')))
  await expect(onTable.query(query)).rejects.toThrow(`${TABLE_ARN}/index/byOwner`)
  const onIndex = new DynamoDB(ground.as({ ...allow('dynamodb:Query'), Resource: `${TABLE_ARN}/index/*` }))
  expect(await onIndex.query(query)).toMatchObject({ Count: 0 })
})

test('does not extend a permission on some partitions to others, nor to calls for several partitions', async () => {
  const Condition = { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['mine#*'] } }
  const client = new DynamoDB(
    ground.as({ ...allow('dynamodb:UpdateItem', 'dynamodb:Query', 'dynamodb:Scan'), Condition }),
  )
  const update = (pk: string) => ({ TableName: 'Test-Table', Key: { pk: { S: pk } } })
  await client.updateItem(update('mine#1'))
  await expect(client.updateItem(update('yours#1'))).rejects.toThrow('dynamodb:UpdateItem')
  await expect(
    client.transactWriteItems({
      TransactItems: [
        {
          Update: {
            ...update('yours#1'),
            UpdateExpression: 'SET n = :n',
            ExpressionAttributeValues: { ':n': { N: '1' } },
          },
        },
      ],
    }),
  ).rejects.toThrow('dynamodb:UpdateItem')
  const query = (pk: string) => ({
    TableName: 'Test-Table',
    KeyConditionExpression: '#pk = :pk',
    ExpressionAttributeNames: { '#pk': 'pk' },
    ExpressionAttributeValues: { ':pk': { S: pk } },
  })
  expect(await client.query(query('mine#1'))).toMatchObject({ Count: 1 })
  await expect(client.query(query('yours#1'))).rejects.toThrow('dynamodb:Query')
  await expect(client.scan({ TableName: 'Test-Table' })).rejects.toThrow('dynamodb:Scan')
})

describe('a transaction', () => {
  const TransactItems = [
    { Put: { TableName: 'Test-Table', Item: { pk: { S: 'two' } } } },
    {
      ConditionCheck: {
        TableName: 'Test-Table',
        Key: { pk: { S: 'three' } },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
  ]

  test('requires the permission of every item', async () => {
    const client = new DynamoDB(ground.as(allow('dynamodb:PutItem', 'dynamodb:TransactWriteItems')))
    await expect(client.transactWriteItems({ TransactItems })).rejects.toThrow('dynamodb:ConditionCheckItem')
  })

  test('requires nothing else', async () => {
    const client = new DynamoDB(ground.as(allow('dynamodb:PutItem', 'dynamodb:ConditionCheckItem')))
    await client.transactWriteItems({ TransactItems })
    expect(ground.calls.at(-1)).toEqual({
      principal: 'arn:aws:sts::000000000000:assumed-role/role/function',
      service: 'dynamodb',
      action: 'TransactWriteItems',
      resources: [TABLE_ARN],
      allowed: true,
    })
  })
})

test('requires its own permission on each table of a batch', async () => {
  const RequestItems = { 'Test-Table': { Keys: [key] } }
  await expect(new DynamoDB(ground.as(allow('dynamodb:GetItem'))).batchGetItem({ RequestItems })).rejects.toThrow(
    'dynamodb:BatchGetItem',
  )
  await new DynamoDB(ground.as(allow('dynamodb:BatchGetItem'))).batchGetItem({ RequestItems })
})

test('rejects an access key that was never issued', async () => {
  await expect(new DynamoDB(ground.stranger).getItem({ TableName: 'Test-Table', Key: key })).rejects.toMatchObject({
    name: 'UnrecognizedClientException',
    $metadata: { httpStatusCode: 400 },
  })
})

test('rejects PartiQL, which policies cannot be evaluated for', async () => {
  const client = new DynamoDB(ground.administrator)
  await expect(client.executeStatement({ Statement: 'SELECT * FROM "Test-Table"' })).rejects.toMatchObject({
    name: 'UnknownOperationException',
  })
})

test('enables the expiry of the template', async () => {
  const { TimeToLiveDescription } = await new DynamoDB(ground.administrator).describeTimeToLive({
    TableName: 'Test-Table',
  })
  expect(TimeToLiveDescription).toMatchObject({ AttributeName: 'expiresAt', TimeToLiveStatus: 'ENABLED' })
})

test('finds and reads the stream by the ARN in the template', async () => {
  const StreamArn = `${TABLE_ARN}/stream/2026-01-01T00:00:00.000`
  const { Table } = await new DynamoDB(ground.administrator).describeTable({ TableName: 'Test-Table' })
  expect(Table).toMatchObject({ TableArn: TABLE_ARN, LatestStreamArn: StreamArn })

  const streams = new DynamoDBStreams(
    ground.as({ Effect: 'Allow', Action: 'dynamodb:*', Resource: `${TABLE_ARN}/stream/*` }),
  )
  const { StreamDescription } = await streams.describeStream({ StreamArn })
  const { ShardIterator } = await streams.getShardIterator({
    StreamArn,
    ShardId: StreamDescription?.Shards?.[0]?.ShardId,
    ShardIteratorType: 'TRIM_HORIZON',
  })
  const { Records } = await streams.getRecords({ ShardIterator })
  expect(Records?.[0]).toMatchObject({ eventName: 'INSERT', dynamodb: { Keys: key } })
  const outsider = new DynamoDBStreams(ground.as(allow('dynamodb:GetRecords')))
  await expect(outsider.getRecords({ ShardIterator })).rejects.toThrow(StreamArn)
})
