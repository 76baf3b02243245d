import { ChangeMessageVisibilityCommand, SQSClient } from '@aws-sdk/client-sqs'
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb'
import type { SQSEvent } from 'aws-lambda'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { derivedId } from '../../platform/clock.ts'
import type { Fate } from '../../platform/queues/consume.ts'
import { attemptBatch } from './attempt-batch.ts'
import type { AttemptRequest } from './attempt-delivery.ts'

const DELETE = { kind: 'delete' } as const

vi.stubEnv('DELIVERIES_QUEUE_URL', 'https://queue/deliveries')
vi.stubEnv('SLOW_DELIVERIES_QUEUE_URL', 'https://queue/slow')
const [sqs, dynamodb] = [mockClient(SQSClient), mockClient(DynamoDBDocumentClient)]
beforeEach(() => {
  sqs.reset()
  dynamodb.reset()
})
afterAll(() => {
  sqs.restore()
  dynamodb.restore()
  vi.unstubAllEnvs()
})

function eventOf(...bodies: readonly string[]): SQSEvent {
  return {
    Records: bodies.map((body, index) => ({
      messageId: `m${index}`,
      receiptHandle: `r${index}`,
      body,
      attributes: {
        ApproximateReceiveCount: '1',
        SentTimestamp: '1795167600000',
        SenderId: 'relay',
        ApproximateFirstReceiveTimestamp: '1795167600000',
      },
      messageAttributes: { relayedAt: { dataType: 'Number', stringValue: '1795167599000' } },
      md5OfBody: '',
      eventSource: 'aws:sqs',
      eventSourceARN: 'arn:aws:sqs:eu-central-1:000000000000:deliveries',
      awsRegion: 'eu-central-1',
    })),
  }
}
const attempted = async (event: SQSEvent, attempt: (request: AttemptRequest) => Promise<Fate>) =>
  await attemptBatch(event, { attempt, search: async () => expect.unreachable() })
const bodyOf = (deliveryId: string) => JSON.stringify({ organizationId: 'o1', webhookId: 'w1', deliveryId })
const ten = Array.from({ length: 10 }, (_, n) => `d${n}`)

test('attempts all deliveries of a batch concurrently', async () => {
  const begun: string[] = []
  const { promise: allBegan, resolve } = Promise.withResolvers<void>()
  const response = await attempted(eventOf(...ten.map(bodyOf)), async ({ reference: { deliveryId } }) => {
    begun.push(deliveryId)
    if (begun.length === ten.length) resolve()
    await allBegan
    return DELETE
  })
  expect(begun).toEqual(ten)
  expect(response).toEqual({ batchItemFailures: [] })
})

test('returns only failed and invalid records to the queue', async () => {
  const event = eventOf(bodyOf('d0'), bodyOf('bad'), 'no JSON', '{"deliveryId":"d3"}', bodyOf('d4'))
  const response = await attempted(event, async ({ reference: { deliveryId } }) => {
    if (deliveryId === 'bad') throw new Error('the table does not respond')
    return DELETE
  })
  expect(response).toEqual({
    batchItemFailures: [{ itemIdentifier: 'm1' }, { itemIdentifier: 'm2' }, { itemIdentifier: 'm3' }],
  })
})

test('passes the id, the receive count and the times of the message to the attempt', async () => {
  const event = eventOf(bodyOf('d0'))
  await attempted(event, async ({ reference, message }) => {
    expect(reference).toEqual({ organizationId: 'o1', webhookId: 'w1', deliveryId: 'd0' })
    expect(message).toEqual({
      id: 'm0',
      receiveCount: 1,
      relayedAt: 1_795_167_599_000,
      sentAt: 1_795_167_600_000,
    })
    return DELETE
  })
  expect.assertions(2)
})

test('keeps a copy in the same batch until the first was attempted, then shows it again after a second', async () => {
  const begun: string[] = []
  const response = await attempted(eventOf(bodyOf('d0'), bodyOf('d0'), bodyOf('d1')), async ({ message }) => {
    begun.push(message.id)
    await Promise.resolve()
    expect(sqs.commandCalls(ChangeMessageVisibilityCommand)).toEqual([])
    return DELETE
  })
  expect(begun).toEqual(['m0', 'm2'])
  expect(response).toEqual({ batchItemFailures: [{ itemIdentifier: 'm1' }] })
  const [shown] = sqs.commandCalls(ChangeMessageVisibilityCommand)
  expect(shown?.args[0].input).toMatchObject({
    QueueUrl: 'https://queue/deliveries',
    ReceiptHandle: 'r1',
    VisibilityTimeout: 1,
  })
})

test.each(['deliveries', 'slow'])('shows messages of the queue %s again in that queue', async (name) => {
  const { Records } = eventOf(bodyOf('d0'))
  const eventSourceARN = `arn:aws:sqs:eu-central-1:000000000000:${name}`
  await attempted({ Records: Records.map((record) => ({ ...record, eventSourceARN })) }, async ({ queue }) => {
    expect(queue).toBe(name === 'slow' ? 'slow-deliveries' : 'deliveries')
    return { kind: 'keep', visibilitySeconds: 7 }
  })
  const [shown] = sqs.commandCalls(ChangeMessageVisibilityCommand)
  expect(shown?.args[0].input).toMatchObject({ QueueUrl: `https://queue/${name}`, VisibilityTimeout: 7 })
})

test('reads each webhook once per batch, strongly consistent', async () => {
  const webhooks = [derivedId('first'), derivedId('second')]
  dynamodb.on(GetCommand).resolves({})
  for (const reads of [2, 4]) {
    await attempted(eventOf(...ten.map(bodyOf)), async ({ reference, readWebhook }) => {
      const id = webhooks[Number(reference.deliveryId.slice(1)) % 2] ?? ''
      expect(await readWebhook('o1', id)).toBeNull()
      return DELETE
    })
    const calls = dynamodb.commandCalls(GetCommand)
    expect(calls).toHaveLength(reads)
    expect(calls.every(({ args }) => args[0].input.ConsistentRead)).toBe(true)
  }
})

test('a message with a search is no attempt', async () => {
  dynamodb.on(GetCommand).resolves({})
  const search = { from: '0', since: 1, searches: 1 }
  const searched = vi.fn(async () => {})
  const body = JSON.stringify({ organizationId: 'o1', webhookId: 'w1', deliveryId: 'd0', search })
  const attempt = async () => expect.unreachable()
  expect(await attemptBatch(eventOf(body), { attempt, search: searched })).toEqual({ batchItemFailures: [] })
  expect(searched).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ webhook: null, search }))
})
