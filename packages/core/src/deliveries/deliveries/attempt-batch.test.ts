import { ChangeMessageVisibilityCommand, SQSClient } from '@aws-sdk/client-sqs'
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb'
import type { SQSEvent } from 'aws-lambda'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { derivedId } from '../../platform/clock.ts'
import { attemptBatch } from './attempt-batch.ts'

const DELETE = { kind: 'delete' } as const

vi.stubEnv('DELIVERIES_QUEUE_URL', 'https://queue')
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
const bodyOf = (deliveryId: string) => JSON.stringify({ organizationId: 'o1', webhookId: 'w1', deliveryId })
const ten = Array.from({ length: 10 }, (_, n) => `d${n}`)

test('a batch is attempted all at once', async () => {
  const begun: string[] = []
  const { promise: allBegan, resolve } = Promise.withResolvers<void>()
  const answer = await attemptBatch(eventOf(...ten.map(bodyOf)), async ({ reference: { deliveryId } }) => {
    begun.push(deliveryId)
    if (begun.length === ten.length) resolve()
    await allBegan
    return DELETE
  })
  expect(begun).toEqual(ten)
  expect(answer).toEqual({ batchItemFailures: [] })
})

test('a record that throws, or is none of ours, goes back to the queue alone', async () => {
  const event = eventOf(bodyOf('d0'), bodyOf('bad'), 'no JSON', '{"deliveryId":"d3"}', bodyOf('d4'))
  const answer = await attemptBatch(event, async ({ reference: { deliveryId } }) => {
    if (deliveryId === 'bad') throw new Error('the table does not answer')
    return DELETE
  })
  expect(answer).toEqual({
    batchItemFailures: [{ itemIdentifier: 'm1' }, { itemIdentifier: 'm2' }, { itemIdentifier: 'm3' }],
  })
})

test('an attempt is told which message it is for, how often that was received, when the relay sent that first, and when the queue got it', async () => {
  const event = eventOf(bodyOf('d0'))
  await attemptBatch(event, async ({ reference, message }) => {
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

test('a copy in the same batch waits until the other was attempted, and is decided in a moment', async () => {
  const begun: string[] = []
  const answer = await attemptBatch(eventOf(bodyOf('d0'), bodyOf('d0'), bodyOf('d1')), async ({ message }) => {
    begun.push(message.id)
    await Promise.resolve()
    expect(sqs.commandCalls(ChangeMessageVisibilityCommand)).toEqual([])
    return DELETE
  })
  expect(begun).toEqual(['m0', 'm2'])
  expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'm1' }] })
  const [shown] = sqs.commandCalls(ChangeMessageVisibilityCommand)
  expect(shown?.args[0].input).toMatchObject({ ReceiptHandle: 'r1', VisibilityTimeout: 1 })
})

test('each webhook is read once, strongly, when the batch begins', async () => {
  const webhooks = [derivedId('first'), derivedId('second')]
  dynamodb.on(GetCommand).resolves({})
  for (const reads of [2, 4]) {
    await attemptBatch(eventOf(...ten.map(bodyOf)), async ({ reference, readWebhook }) => {
      const id = webhooks[Number(reference.deliveryId.slice(1)) % 2] ?? ''
      expect(await readWebhook('o1', id)).toBeNull()
      return DELETE
    })
    const calls = dynamodb.commandCalls(GetCommand)
    expect(calls).toHaveLength(reads)
    expect(calls.every(({ args }) => args[0].input.ConsistentRead)).toBe(true)
  }
})
