import { ChangeMessageVisibilityCommand, SQSClient } from '@aws-sdk/client-sqs'
import type { SQSRecord } from 'aws-lambda'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { consume, DELETE, keep } from './consume.ts'
import { showAgainIn } from './show-again.ts'

const sqs = mockClient(SQSClient)
beforeEach(() => sqs.reset())
afterAll(() => sqs.restore())

const recordOf = (replayId: string): SQSRecord => ({
  messageId: replayId,
  receiptHandle: `handle of ${replayId}`,
  body: JSON.stringify({ organizationId: 'o', webhookId: 'w', replayId, step: 0 }),
  attributes: {
    ApproximateReceiveCount: '2',
    SentTimestamp: '1795167600000',
    SenderId: 'relay',
    ApproximateFirstReceiveTimestamp: '1795167600000',
  },
  messageAttributes: {},
  md5OfBody: '',
  eventSource: 'aws:sqs',
  eventSourceARN: 'arn:aws:sqs:eu-central-1:000000000000:replays',
  awsRegion: 'eu-central-1',
})
const consumer = { failure: 'test.failed', kept: 'test.kept', showAgain: showAgainIn('https://queue') }

test('deletes messages, or keeps them until their time or after a failure', async () => {
  const event = { Records: ['done', 'early', 'broken'].map(recordOf) }
  const response = await consume(event, 'replays', consumer, async ({ replayId }) => {
    if (replayId === 'broken') throw new Error('the table does not respond')
    return replayId === 'done' ? DELETE : keep(7)
  })
  expect(response).toEqual({ batchItemFailures: [{ itemIdentifier: 'early' }, { itemIdentifier: 'broken' }] })
  const shown = sqs.commandCalls(ChangeMessageVisibilityCommand).map(({ args: [{ input }] }) => input)
  expect(shown).toEqual([{ QueueUrl: 'https://queue', ReceiptHandle: 'handle of early', VisibilityTimeout: 7 }])
})

test('keeps a message whose visibility cannot be changed', async () => {
  sqs.on(ChangeMessageVisibilityCommand).rejects(new Error('no connection'))
  const response = await consume({ Records: [recordOf('early')] }, 'replays', consumer, async () => keep(7))
  expect(response).toEqual({ batchItemFailures: [{ itemIdentifier: 'early' }] })
})

test.each([
  ['not JSON', 'not JSON'],
  ['of another queue', '{"deliveryId":"d"}'],
])('does not process a body that is %s', async (_, body) => {
  const event = { Records: [{ ...recordOf('bad'), body }] }
  const handle = vi.fn(async () => DELETE)
  const failed = { batchItemFailures: [{ itemIdentifier: 'bad' }] }
  expect(await consume(event, 'replays', consumer, handle)).toEqual(failed)
  expect(sqs.commandCalls(ChangeMessageVisibilityCommand)).toEqual([])
  expect(await consume(event, 'replays', { ...consumer, unreadable: () => keep(0) }, handle)).toEqual(failed)
  expect(sqs.commandCalls(ChangeMessageVisibilityCommand)).toHaveLength(1)
  expect(handle).not.toHaveBeenCalled()
})
