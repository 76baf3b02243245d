import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CreateTableCommand, DeleteItemCommand, DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb'
import { CreateQueueCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type DynamoDbLocal, startDynamoDbLocal } from '../engines/dynamodb-local.ts'
import { type Fauxqs, startFauxqs } from '../engines/fauxqs.ts'
import { throttled } from '../lambda/lambda-error.ts'
import type { LambdaService } from '../lambda/lambda-service.ts'
import type { JsonObject } from '../resource.ts'
import { startEventSources } from './event-sources.ts'
import { type AnyRecord, CREDENTIALS, ENVIRONMENT, failing, functionOf, mapping } from './event-sources-fixture.ts'
import { type Poller, queueUrlOf } from './poller.ts'

let dataDir: string
let local: DynamoDbLocal
let fauxqs: Fauxqs
let dynamodb: DynamoDBClient
let poller: Poller | undefined
let count = 0

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'stream-poller-'))
  const { region } = ENVIRONMENT
  local = await startDynamoDbLocal({ dataDir: join(dataDir, 'dynamodb'), region })
  fauxqs = await startFauxqs({ dataDir: join(dataDir, 'sqs'), region })
  dynamodb = new DynamoDBClient({ region, endpoint: local.endpoint, credentials: CREDENTIALS })
})

afterEach(async () => {
  await poller?.stop()
})

afterAll(async () => {
  dynamodb.destroy()
  await fauxqs.stop()
  await local.stop()
  await rm(dataDir, { recursive: true, force: true })
})

/** Creates a table with a stream. The stream's ARN has no label, as in a mapping. */
async function table(): Promise<{ name: string; arn: string }> {
  const name = `table${++count}`
  await dynamodb.send(
    new CreateTableCommand({
      TableName: name,
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      BillingMode: 'PAY_PER_REQUEST',
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
    }),
  )
  return { name, arn: `arn:aws:dynamodb:eu-central-1:111111111111:table/${name}/stream/2026-01-01T00:00:00.000` }
}

function poll(lambda: LambdaService, arn: string, properties: JsonObject = {}): void {
  const mappings = [mapping(arn.split('/')[1] ?? '', arn, { StartingPosition: 'TRIM_HORIZON', ...properties })]
  poller = startEventSources({
    mappings,
    resources: [],
    lambda,
    environment: ENVIRONMENT,
    dynamodb: { endpoint: local.endpoint, credentials: CREDENTIALS },
    sqs: { endpoint: fauxqs.endpoint, credentials: CREDENTIALS },
    dataDir,
  })
}

async function put(tableName: string, ...ids: string[]): Promise<void> {
  for (const id of ids) await dynamodb.send(new PutItemCommand({ TableName: tableName, Item: { id: { S: id } } }))
}

const ids = (records: readonly AnyRecord[]) => records.map(({ dynamodb: { Keys } }) => Keys.id.S)

/** Builds a function that records the ids of all its records. */
function recorder(seen: string[]): LambdaService {
  return functionOf((records) => void seen.push(...ids(records)))
}

test('passes records in Lambda’s shape, in order', async () => {
  const { name, arn } = await table()
  const seen: AnyRecord[] = []
  poll(
    functionOf((records) => void seen.push(...records)),
    arn,
  )
  const key = { id: { S: 'a' } }
  const bytes = Buffer.from('yes')
  await dynamodb.send(
    new PutItemCommand({ TableName: name, Item: { ...key, b: { B: bytes }, l: { L: [{ BS: [bytes] }] } } }),
  )
  await dynamodb.send(new PutItemCommand({ TableName: name, Item: { ...key, n: { N: '1' } } }))
  await dynamodb.send(new DeleteItemCommand({ TableName: name, Key: key }))
  await vi.waitFor(() => expect(seen).toHaveLength(3), 30_000)
  const common = { eventSource: 'aws:dynamodb', eventVersion: '1.1', awsRegion: 'eu-central-1', eventSourceARN: arn }
  const details = {
    ApproximateCreationDateTime: expect.toSatisfy(Number.isInteger),
    Keys: key,
    SequenceNumber: expect.stringMatching(/^\d{21}$/),
    SizeBytes: expect.any(Number),
    StreamViewType: 'NEW_AND_OLD_IMAGES',
  }
  const NewImage = { ...key, b: { B: 'eWVz' }, l: { L: [{ BS: ['eWVz'] }] } }
  expect(seen).toEqual([
    { ...common, eventID: expect.any(String), eventName: 'INSERT', dynamodb: { ...details, NewImage } },
    {
      ...common,
      eventID: expect.any(String),
      eventName: 'MODIFY',
      dynamodb: { ...details, NewImage: { ...key, n: { N: '1' } }, OldImage: NewImage },
    },
    {
      ...common,
      eventID: expect.any(String),
      eventName: 'REMOVE',
      dynamodb: { ...details, OldImage: { ...key, n: { N: '1' } } },
    },
  ])
})

test('continues after the checkpoint at a restart', async () => {
  const { name, arn } = await table()
  const before: string[] = []
  const after: string[] = []
  await put(name, 'a', 'b', 'c')
  poll(recorder(before), arn)
  await vi.waitFor(() => expect(before).toEqual(['a', 'b', 'c']), 30_000)
  await poller?.stop()
  await put(name, 'd', 'e')
  poll(recorder(after), arn)
  await vi.waitFor(() => expect(after).toEqual(['d', 'e']), 30_000)
})

test('repeats unsuccessful records after a restart', async () => {
  const { name, arn } = await table()
  const tries: string[][] = []
  const after: string[] = []
  const lambda = functionOf((records) => {
    tries.push(ids(records))
    throw new Error('boom')
  })
  await put(name, 'a', 'b')
  poll(lambda, arn)
  await vi.waitFor(() => expect(tries.length).toBeGreaterThan(2), 30_000)
  await poller?.stop()
  poll(recorder(after), arn)
  await vi.waitFor(() => expect(after).toEqual(['a', 'b']), 30_000)
})

test('skips earlier records with LATEST, and loses none that arrive while it is stopped', async () => {
  const { name, arn } = await table()
  const seen: string[] = []
  await put(name, 'old')
  poll(recorder(seen), arn, { StartingPosition: 'LATEST' })
  await vi.waitFor(async () => {
    await put(name, `new${Date.now()}`)
    expect(seen.length).toBeGreaterThan(0)
  }, 30_000)
  await poller?.stop()
  expect(seen).not.toContain('old')
  await put(name, 'away')
  const after: string[] = []
  poll(recorder(after), arn, { StartingPosition: 'LATEST' })
  await vi.waitFor(() => expect(after).toContain('away'), 30_000)
})

test('passes only records that match a filter, and marks the others as processed', async () => {
  const { name, arn } = await table()
  const seen: string[] = []
  const Pattern = '{"eventName":["INSERT"],"dynamodb":{"NewImage":{"id":{"S":[{"prefix":"out"}]}}}}'
  const FilterCriteria = { Filters: [{ Pattern }] }
  await put(name, 'in-1', 'out-1', 'in-2', 'out-2', 'in-3')
  poll(recorder(seen), arn, { FilterCriteria })
  await vi.waitFor(() => expect(seen).toEqual(['out-1', 'out-2']), 30_000)
  await poller?.stop()
  await put(name, 'out-3')
  poll(recorder(seen), arn)
  await vi.waitFor(() => expect(seen).toEqual(['out-1', 'out-2', 'out-3']), 30_000)
})

test('retries a partially failed batch from its first failure', async () => {
  const { name, arn } = await table()
  const tries: string[][] = []
  let failures = 2
  const lambda = functionOf((records) => {
    tries.push(ids(records))
    const bad = records.find(({ dynamodb: { Keys } }) => Keys.id.S === 'c')
    return failing(bad && failures-- > 0 ? [bad.dynamodb.SequenceNumber] : [])
  })
  await put(name, 'a', 'b', 'c', 'd')
  poll(lambda, arn, { FunctionResponseTypes: ['ReportBatchItemFailures'] })
  await vi.waitFor(() => expect(tries).toHaveLength(3), 30_000)
  expect(tries).toEqual([
    ['a', 'b', 'c', 'd'],
    ['c', 'd'],
    ['c', 'd'],
  ])
})

test('bisects a batch until only the failing record is discarded', async () => {
  const { name, arn } = await table()
  const region = ENVIRONMENT.region
  const sqs = new SQSClient({ region, endpoint: fauxqs.endpoint, credentials: CREDENTIALS })
  await sqs.send(new CreateQueueCommand({ QueueName: 'given-up' }))
  const queueArn = 'arn:aws:sqs:eu-central-1:111111111111:given-up'
  const succeeded: string[] = []
  const lambda = functionOf((records) => {
    if (ids(records).includes('poison')) throw new Error('boom')
    succeeded.push(...ids(records))
  })
  await put(name, 'a', 'b', 'poison', 'd', 'e')
  poll(lambda, arn, {
    BisectBatchOnFunctionError: true,
    MaximumRetryAttempts: 5,
    DestinationConfig: { OnFailure: { Destination: queueArn } },
  })
  await vi.waitFor(() => expect(succeeded).toEqual(['a', 'b', 'd', 'e']), 30_000)
  const QueueUrl = queueUrlOf(fauxqs.endpoint, queueArn)
  const { Messages } = await sqs.send(new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 1 }))
  sqs.destroy()
  expect(JSON.parse(Messages?.[0]?.Body ?? '')).toMatchObject({
    requestContext: { condition: 'RetryAttemptsExhausted', approximateInvokeCount: 6 },
    DDBStreamBatchInfo: { batchSize: 1 },
  })
})

test('retries a throttled batch as a whole without counting the attempts', async () => {
  const { name, arn } = await table()
  const tries: string[][] = []
  const lambda = functionOf((records) => {
    tries.push(ids(records))
    if (tries.length < 3) throw throttled()
  })
  await put(name, 'a', 'b')
  poll(lambda, arn, { BisectBatchOnFunctionError: true, MaximumRetryAttempts: 0 })
  await vi.waitFor(() => expect(tries).toHaveLength(3), 30_000)
  expect(tries).toEqual([
    ['a', 'b'],
    ['a', 'b'],
    ['a', 'b'],
  ])
})

test('limits batches to the batch size', async () => {
  const { name, arn } = await table()
  const sizes: number[] = []
  await put(name, 'a', 'b', 'c', 'd', 'e')
  poll(
    functionOf((records) => void sizes.push(records.length)),
    arn,
    { BatchSize: 2 },
  )
  await vi.waitFor(() => expect(sizes).toEqual([2, 2, 1]), 30_000)
})
