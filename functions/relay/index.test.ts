import { SendMessageBatchCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'

vi.stubEnv('QUEUE_URLS', JSON.stringify({ turns: 'turns', deliveries: 'deliveries' }))
vi.stubEnv('RELAY_DEAD_QUEUE_URL', 'dead')
const { handler } = await import('./index.ts')

const START = Date.parse('2026-11-20T12:00:00Z')
const sqs = mockClient(SQSClient)
beforeEach(() => {
  sqs.reset()
  sqs.on(SendMessageBatchCommand).resolves({})
  sqs.on(SendMessageCommand).resolves({})
  vi.useFakeTimers({ toFake: ['Date'], now: START })
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  return () => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  }
})
afterAll(() => {
  sqs.restore()
  vi.unstubAllEnvs()
})

function record(n: string, queue: string): DynamoDBRecord {
  const out = { M: { q: { S: queue }, g: { S: 'g' }, b: { S: n } } }
  return { dynamodb: { SequenceNumber: n, Keys: { pk: { S: n } }, NewImage: { out } } }
}
const event: DynamoDBStreamEvent = { Records: [record('1', 'turns'), record('2', 'deliveries'), record('3', 'turns')] }
const failures = async () => (await handler(event)).batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)
const dead = () => sqs.commandCalls(SendMessageCommand).map(({ args }) => args[0].input.MessageBody)

test('a queue that fails holds back other queues for two minutes, then its records go to the dead-letter queue', async () => {
  sqs.on(SendMessageBatchCommand, { QueueUrl: 'turns' }).rejects(new Error('the queue does not exist'))
  expect(await failures()).toEqual(['1', '3'])
  vi.setSystemTime(START + 119_999)
  expect(await failures()).toEqual(['1', '3'])
  expect(dead()).toEqual([])

  vi.setSystemTime(START + 120_000)
  const calls = sqs.commandCalls(SendMessageBatchCommand, { QueueUrl: 'turns' }).length
  expect(await failures()).toEqual([])
  expect(dead()).toEqual(['{"keys":{"pk":{"S":"1"}}}', '{"keys":{"pk":{"S":"3"}}}'])
  expect(sqs.commandCalls(SendMessageBatchCommand, { QueueUrl: 'turns' })).toHaveLength(calls + 1)

  // The queue works again, and then fails anew.
  sqs.on(SendMessageBatchCommand, { QueueUrl: 'turns' }).resolves({})
  expect(await failures()).toEqual([])
  sqs.on(SendMessageBatchCommand, { QueueUrl: 'turns' }).rejects(new Error('again'))
  expect(await failures()).toEqual(['1', '3'])
})

test('a failure long after the previous one begins anew, because another instance may have succeeded in between', async () => {
  sqs.on(SendMessageBatchCommand, { QueueUrl: 'turns' }).rejects(new Error('throttled'))
  expect(await failures()).toEqual(['1', '3'])
  vi.setSystemTime(START + 3_600_000)
  expect(await failures()).toEqual(['1', '3'])
  expect(dead()).toEqual([])
})

test('records are kept if the dead-letter queue does not accept them either', async () => {
  sqs.on(SendMessageBatchCommand).rejects(new Error('no connection'))
  sqs.on(SendMessageCommand).rejects(new Error('no connection'))
  await failures()
  vi.setSystemTime(START + 300_000)
  expect(await failures()).toEqual(['1', '2', '3'])
})
