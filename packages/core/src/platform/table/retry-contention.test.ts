import http from 'node:http'
import {
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  TransactionCanceledException,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb'
import { afterEach, expect, test } from 'vitest'
import { type Listening, listen } from '../outbound/testing/listen.ts'
import { type ContentionOptions, retryContention } from './retry-contention.ts'

interface Reply {
  readonly error?: string
  readonly reasons?: readonly string[]
}

const opened: AsyncDisposable[] = []
afterEach(async () => {
  for (const each of opened.splice(0)) await each[Symbol.asyncDispose]()
})

/** A DynamoDB that returns `replies` in order and repeats the last one, and a client of it with a manual clock. */
const dynamodb = (...replies: readonly Reply[]) => dynamodbWith({}, ...replies)

async function dynamodbWith(options: ContentionOptions, ...replies: readonly Reply[]) {
  const state = { calls: 0, now: 0 }
  const server = http.createServer((request, response) => {
    const { error, reasons } = replies[Math.min(state.calls, replies.length - 1)] ?? {}
    state.calls += 1
    request.resume()
    response.setHeader('Content-Type', 'application/x-amz-json-1.0')
    if (error === undefined) return response.end('{}')
    const CancellationReasons = reasons?.map((Code) => ({ Code }))
    response.statusCode = 400
    const __type = `com.amazonaws.dynamodb.v20120810#${error}`
    response.end(JSON.stringify({ __type, message: error, CancellationReasons }))
  })
  const { port }: Listening = await listen(server).then((listening) => {
    opened.push(listening)
    return listening
  })
  const client = retryContention(
    new DynamoDBClient({
      endpoint: `http://127.0.0.1:${port}`,
      region: 'eu-central-1',
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
      maxAttempts: 1,
    }),
    { ...options, clock: () => state.now, pause: async (milliseconds) => (state.now += milliseconds) },
  )
  return { client, state }
}

const PUT = new PutItemCommand({ TableName: 'table', Item: { pk: { S: 'a' } } })
const TRANSACTION = new TransactWriteItemsCommand({
  TransactItems: [{ Put: { TableName: 'table', Item: { pk: { S: 'a' } } } }],
})
const CONFLICT = { error: 'TransactionConflictException' }
const cancelled = (...reasons: readonly string[]) => ({ error: 'TransactionCanceledException', reasons })

test('retries a write that conflicts with a transaction until it succeeds', async () => {
  const { client, state } = await dynamodb(CONFLICT, CONFLICT, {})
  await client.send(PUT)
  expect(state.calls).toBe(3)
})

test.each(['ProvisionedThroughputExceededException', 'ThrottlingException', 'RequestLimitExceeded'])(
  'retries a read that fails with %s',
  async (error) => {
    const { client, state } = await dynamodb({ error }, { error }, { error }, { error }, {})
    await client.send(new GetItemCommand({ TableName: 'table', Key: { pk: { S: 'a' } } }))
    expect(state.calls).toBe(5)
  },
)

test.each(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'])(
  'retries a transaction that is cancelled with %s',
  async (reason) => {
    const { client, state } = await dynamodb(cancelled(reason, 'None'), cancelled('None', reason), {})
    await client.send(TRANSACTION)
    expect(state.calls).toBe(3)
  },
)

test('does not retry a transaction that failed a condition', async () => {
  const { client, state } = await dynamodb(cancelled('TransactionConflict', 'ConditionalCheckFailed'), {})
  await expect(client.send(TRANSACTION)).rejects.toThrow(TransactionCanceledException)
  expect(state.calls).toBe(1)
})

test.each(['ConditionalCheckFailedException', 'ValidationException', 'AccessDeniedException'])(
  'does not retry a write that fails with %s',
  async (error) => {
    const { client, state } = await dynamodb({ error }, {})
    await expect(client.send(PUT)).rejects.toThrow(error)
    expect(state.calls).toBe(1)
  },
)

test('throws a conflict that lasts until the deadline', async () => {
  const { client, state } = await dynamodb(CONFLICT)
  await expect(client.send(PUT)).rejects.toMatchObject({ name: 'TransactionConflictException' })
  expect(state.calls).toBeGreaterThan(8)
  expect(state.now).toBeGreaterThanOrEqual(8000)
  expect(state.now).toBeLessThan(9000)
})

test.each([
  ['a throttled call for its own deadline', { error: 'ThrottlingException' }, 1000],
  ['a throttled transaction for its own deadline', cancelled('ThrottlingError'), 1000],
  ['a conflict for the usual deadline', CONFLICT, 8000],
])('retries %s', async (_, reply, deadline) => {
  const { client, state } = await dynamodbWith({ throttledDeadlineMilliseconds: 1000 }, reply)
  await expect(client.send(TRANSACTION)).rejects.toThrow()
  expect(state.now).toBeGreaterThanOrEqual(deadline)
  expect(state.now).toBeLessThan(deadline + 1000)
})
