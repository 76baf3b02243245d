import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CreateQueueCommand, GetQueueAttributesCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type Fauxqs, startFauxqs } from '../engines/fauxqs.ts'
import { requestTooLarge, throttled } from '../lambda/lambda-error.ts'
import { type LambdaService, startLambda } from '../lambda/lambda-service.ts'
import type { JsonObject } from '../resource.ts'
import { startEventSources } from './event-sources.ts'
import { bodies, CREDENTIALS, ENVIRONMENT, failing, functionOf, mapping } from './event-sources-fixture.ts'
import { type Poller, queueUrlOf } from './poller.ts'

let dataDir: string
let fauxqs: Fauxqs
let sqs: SQSClient
let poller: Poller | undefined
let count = 0

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sqs-poller-'))
  fauxqs = await startFauxqs({ dataDir, region: ENVIRONMENT.region })
  sqs = new SQSClient({ region: ENVIRONMENT.region, endpoint: fauxqs.endpoint, credentials: CREDENTIALS })
})

afterEach(async () => {
  await poller?.stop()
})

afterAll(async () => {
  sqs.destroy()
  await fauxqs.stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function queue(attributes: Record<string, string> = {}): Promise<{ arn: string; url: string }> {
  const name = `queue${++count}${attributes.FifoQueue ? '.fifo' : ''}`
  await sqs.send(new CreateQueueCommand({ QueueName: name, Attributes: attributes }))
  const arn = `arn:aws:sqs:eu-central-1:111111111111:${name}`
  return { arn, url: queueUrlOf(fauxqs.endpoint, arn) }
}

function poll(lambda: LambdaService, arn: string, properties: JsonObject = {}): void {
  const engine = { endpoint: fauxqs.endpoint, credentials: CREDENTIALS }
  const mappings = [mapping('queue', arn, properties)]
  poller = startEventSources({
    mappings,
    resources: [],
    lambda,
    environment: ENVIRONMENT,
    dynamodb: engine,
    sqs: engine,
    dataDir,
  })
}

async function send(url: string, ...bodies: string[]): Promise<void> {
  for (const MessageBody of bodies) await sqs.send(new SendMessageCommand({ QueueUrl: url, MessageBody }))
}

/** Counts the messages in the queue, visible and in flight. */
async function left(url: string): Promise<number> {
  const names = ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'] as const
  const { Attributes } = await sqs.send(new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: [...names] }))
  return names.reduce((sum, name) => sum + Number(Attributes?.[name]), 0)
}

test('passes messages in Lambda’s shape and deletes them', async () => {
  const { arn, url } = await queue()
  const events: unknown[] = []
  poll(
    functionOf((records) => void events.push(records)),
    arn,
  )
  const MessageAttributes = {
    text: { DataType: 'String', StringValue: 'x' },
    bytes: { DataType: 'Binary', BinaryValue: Buffer.from('yes') },
  }
  const sent = await sqs.send(new SendMessageCommand({ QueueUrl: url, MessageBody: 'hello', MessageAttributes }))
  await vi.waitFor(() => expect(events).toHaveLength(1), 30_000)
  expect(events[0]).toEqual([
    {
      messageId: sent.MessageId,
      receiptHandle: expect.any(String),
      body: 'hello',
      attributes: expect.objectContaining({
        ApproximateReceiveCount: '1',
        SentTimestamp: expect.stringMatching(/^\d{13}$/),
        ApproximateFirstReceiveTimestamp: expect.stringMatching(/^\d{13}$/),
      }),
      messageAttributes: {
        text: { stringValue: 'x', stringListValues: [], binaryListValues: [], dataType: 'String' },
        bytes: { binaryValue: 'eWVz', stringListValues: [], binaryListValues: [], dataType: 'Binary' },
      },
      md5OfBody: sent.MD5OfMessageBody,
      md5OfMessageAttributes: sent.MD5OfMessageAttributes,
      eventSource: 'aws:sqs',
      eventSourceARN: arn,
      awsRegion: 'eu-central-1',
    },
  ])
  await vi.waitFor(async () => expect(await left(url)).toBe(0), 30_000)
})

test('returns only the failed messages of a partially failed batch to the queue', async () => {
  const { arn, url } = await queue({ VisibilityTimeout: '1' })
  await send(url, 'good', 'bad', 'fine')
  const seen: string[] = []
  const lambda = functionOf((records) => {
    seen.push(...bodies(records))
    const failed = records.filter(
      ({ body, attributes }) => body === 'bad' && attributes.ApproximateReceiveCount === '1',
    )
    return failing(failed.map(({ messageId }) => messageId))
  })
  poll(lambda, arn, { FunctionResponseTypes: ['ReportBatchItemFailures'] })
  await vi.waitFor(async () => expect(await left(url)).toBe(0), 30_000)
  expect(seen.toSorted()).toEqual(['bad', 'bad', 'fine', 'good'])
})

test.each([
  [
    'throws',
    {},
    () => {
      throw new Error('boom')
    },
  ],
  ['reports an unknown message', { FunctionResponseTypes: ['ReportBatchItemFailures'] }, () => failing(['nobody'])],
])('redelivers the complete batch to a function that %s', async (_, properties: JsonObject, fail) => {
  const { arn, url } = await queue({ VisibilityTimeout: '1' })
  await send(url, 'a', 'b')
  const seen: string[] = []
  const lambda = functionOf((records) => {
    seen.push(...bodies(records))
    return records.every(({ attributes }) => attributes.ApproximateReceiveCount === '1') ? fail() : undefined
  })
  poll(lambda, arn, properties)
  await vi.waitFor(async () => expect(await left(url)).toBe(0), 30_000)
  expect(seen.toSorted()).toEqual(['a', 'a', 'b', 'b'])
})

test('ignores the function’s result without partial responses', async () => {
  const { arn, url } = await queue()
  await send(url, 'a')
  poll(
    functionOf((records) => failing(records.map(({ messageId }) => messageId))),
    arn,
  )
  await vi.waitFor(async () => expect(await left(url)).toBe(0), 30_000)
})

test('keeps a visibility timeout that the handler set', async () => {
  const { arn, url } = await queue({ VisibilityTimeout: '600' })
  const code = await mkdtemp(join(dataDir, 'code-'))
  const sdk = createRequire(import.meta.url).resolve('@aws-sdk/client-sqs')
  await writeFile(
    join(code, 'index.mjs'),
    `import sdk from '${sdk}'
    const sqs = new sdk.SQSClient({})
    export const handler = async ({ Records: [record] }) => {
      console.log(JSON.stringify({ count: record.attributes.ApproximateReceiveCount, at: Date.now() }))
      if (record.attributes.ApproximateReceiveCount === '2') return { batchItemFailures: [] }
      await sqs.send(new sdk.ChangeMessageVisibilityCommand({
        QueueUrl: process.env.QUEUE_URL, ReceiptHandle: record.receiptHandle, VisibilityTimeout: 1 }))
      return { batchItemFailures: [{ itemIdentifier: record.messageId }] }
    }`,
  )
  const receipts: { count: string; at: number }[] = []
  const Environment = { Variables: { QUEUE_URL: url } }
  const properties = { Handler: 'index.handler', Runtime: 'nodejs24.x', Timeout: 10, Environment }
  const lambda = startLambda({
    functions: [
      { stack: 'app', logicalId: 'Worker', type: 'AWS::Lambda::Function', physicalId: 'worker', arn: '', properties },
    ],
    assetPath: () => code,
    environment: ENVIRONMENT,
    credentials: () => CREDENTIALS,
    endpointUrl: fauxqs.endpoint,
    log: ({ line }) => receipts.push(JSON.parse(line)),
  })
  await send(url, 'later')
  poll(lambda, arn, { FunctionResponseTypes: ['ReportBatchItemFailures'] })
  await vi.waitFor(async () => expect(await left(url)).toBe(0), 30_000)
  await poller?.stop()
  await lambda.stop()
  expect(receipts.map(({ count }) => count)).toEqual(['1', '2'])
  const [first, second] = receipts
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(1000)
})

test('runs batches concurrently up to the maximum, past a slow one', async () => {
  const { arn, url } = await queue()
  const release = Promise.withResolvers<void>()
  const done: string[] = []
  let running = 0
  let most = 0
  const lambda = functionOf(async (records) => {
    most = Math.max(most, ++running)
    if (bodies(records).includes('slow')) await release.promise
    else await new Promise(setImmediate)
    running--
    done.push(...bodies(records))
  })
  poll(lambda, arn, { BatchSize: 1, ScalingConfig: { MaximumConcurrency: 2 } })
  await send(url, 'slow', 'b', 'c', 'd', 'e', 'f')
  await vi.waitFor(() => expect(done).toHaveLength(5), 30_000)
  expect(done.toSorted()).toEqual(['b', 'c', 'd', 'e', 'f'])
  release.resolve()
  await vi.waitFor(async () => expect(await left(url)).toBe(0), 30_000)
  expect(most).toBe(2)
})

test('deletes messages that match no filter without an invocation', async () => {
  const { arn, url } = await queue()
  const seen: string[] = []
  const FilterCriteria = { Filters: [{ Pattern: '{"body":{"kind":["wanted"]}}' }] }
  await send(url, '{"kind":"wanted"}', '{"kind":"other"}', 'no json')
  poll(
    functionOf((records) => void seen.push(...bodies(records))),
    arn,
    { FilterCriteria },
  )
  await vi.waitFor(async () => expect(await left(url)).toBe(0), 30_000)
  expect(seen).toEqual(['{"kind":"wanted"}'])
})

/** Is throttled while `refuses` returns true. Lists the receive counts of the offered and delivered messages. */
function throttledWhile(refuses: (receiveCount: string | undefined, attempt: number) => boolean) {
  const offered: (string | undefined)[] = []
  const given: (string | undefined)[] = []
  const lambda = functionOf((records) => {
    const count = records[0]?.attributes.ApproximateReceiveCount
    offered.push(count)
    if (refuses(count, offered.length)) throw throttled()
    given.push(count)
  })
  return { lambda, offered, given }
}

test('retries a throttled batch while its messages are in flight', async () => {
  const { arn, url } = await queue({ VisibilityTimeout: '600' })
  const { lambda, offered, given } = throttledWhile((_, attempt) => attempt < 3)
  await send(url, 'a')
  poll(lambda, arn)
  await vi.waitFor(async () => expect(await left(url)).toBe(0), 30_000)
  expect([offered, given]).toEqual([['1', '1', '1'], ['1']])
})

test('increases the receive count of a batch that is throttled until its messages are visible again', async () => {
  const { arn, url } = await queue({ VisibilityTimeout: '1' })
  const { lambda, offered, given } = throttledWhile((count) => count === '1')
  await send(url, 'a')
  poll(lambda, arn)
  await vi.waitFor(async () => expect(await left(url)).toBe(0), 30_000)
  expect(offered.filter((count) => count === '1').length).toBeGreaterThan(1)
  expect(given).toEqual(['2'])
})

test('moves a message that is throttled too often to the dead-letter queue without an invocation', async () => {
  const dead = await queue()
  const named = new GetQueueAttributesCommand({ QueueUrl: dead.url, AttributeNames: ['QueueArn'] })
  const { QueueArn } = (await sqs.send(named)).Attributes ?? {}
  const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: QueueArn, maxReceiveCount: 2 })
  const { arn, url } = await queue({ VisibilityTimeout: '1', RedrivePolicy })
  const { lambda, given } = throttledWhile(() => true)
  await send(url, 'a')
  poll(lambda, arn)
  await vi.waitFor(async () => expect(await left(dead.url)).toBe(1), 30_000)
  expect(given).toEqual([])
})

test('collects messages of a window into one batch', async () => {
  const { arn, url } = await queue()
  const batches: string[][] = []
  poll(
    functionOf((records) => void batches.push(bodies(records).toSorted())),
    arn,
    { BatchSize: 12, MaximumBatchingWindowInSeconds: 25 },
  )
  const sent = Array.from({ length: 12 }, (_, i) => `m${String(i).padStart(2, '0')}`)
  await send(url, ...sent)
  await vi.waitFor(() => expect(batches).toHaveLength(1), 30_000)
  expect(batches).toEqual([sent])
})

test('splits a batch that is too large for one invocation', async () => {
  const { arn, url } = await queue()
  const calls: number[] = []
  const lambda = functionOf((records) => {
    if (records.length > 1) throw requestTooLarge(0)
    calls.push(records.length)
  })
  await send(url, 'a', 'b', 'c')
  poll(lambda, arn)
  await vi.waitFor(async () => expect(await left(url)).toBe(0), 30_000)
  expect(calls).toEqual([1, 1, 1])
})

test('processes a group of a FIFO queue in order, one batch at a time', async () => {
  const { arn, url } = await queue({ FifoQueue: 'true', VisibilityTimeout: '30' })
  const seen: string[] = []
  let running = 0
  const lambda = functionOf(async (records) => {
    if (++running > 1) throw new Error('two at a time')
    await new Promise(setImmediate)
    running--
    for (const { body, attributes } of records) seen.push(`${attributes.MessageGroupId} ${body}`)
  })
  for (const body of ['1', '2', '3', '4']) {
    await sqs.send(
      new SendMessageCommand({ QueueUrl: url, MessageBody: body, MessageGroupId: 'g', MessageDeduplicationId: body }),
    )
  }
  poll(lambda, arn)
  await vi.waitFor(async () => expect(await left(url)).toBe(0), 30_000)
  expect(seen).toEqual(['g 1', 'g 2', 'g 3', 'g 4'])
})

test('waits for the batch in progress at stop', async () => {
  const { arn, url } = await queue()
  const begun = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const lambda = functionOf(async () => {
    begun.resolve()
    await release.promise
  })
  poll(lambda, arn)
  await send(url, 'a')
  await begun.promise
  const stopped = poller?.stop()
  release.resolve()
  await stopped
  expect(await left(url)).toBe(0)
})

test('ignores a disabled mapping and rejects an unsupported one', async () => {
  const { arn } = await queue()
  const never = functionOf(() => undefined)
  poll(never, 'arn:aws:kinesis:eu-central-1:111111111111:stream/x', { Enabled: false })
  expect(() => poll(never, 'arn:aws:kinesis:eu-central-1:111111111111:stream/x')).toThrow('not supported')
  expect(() => poll(never, arn, { TumblingWindowInSeconds: 5 })).toThrow('tumbling')
})
