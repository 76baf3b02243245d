import type { SQSEvent } from 'aws-lambda'
import { expect, test } from 'vitest'
import { handleDueBatch } from './handle-due-batch.ts'

function eventOf(...bodies: readonly string[]): SQSEvent {
  return {
    Records: bodies.map((body, index) => ({
      messageId: `m${index}`,
      receiptHandle: '',
      body,
      attributes: {
        ApproximateReceiveCount: '1',
        SentTimestamp: '1795167600000',
        SenderId: 'relay',
        ApproximateFirstReceiveTimestamp: '1795167600000',
      },
      messageAttributes: {},
      md5OfBody: '',
      eventSource: 'aws:sqs',
      eventSourceARN: 'arn:aws:sqs:eu-central-1:000000000000:windows',
      awsRegion: 'eu-central-1',
    })),
  }
}

test('an unknown or invalid message fails, and moves to the dead-letter queue in the end', async () => {
  const event = eventOf(
    JSON.stringify({ kind: 'strange', organizationId: 'o1', conversationId: 'c1' }),
    JSON.stringify({ kind: 'check', organizationId: 'o1' }),
    'no JSON',
    // The conversation does not exist: there is nothing to do.
    JSON.stringify({ kind: 'check', organizationId: 'o1', conversationId: 'c1' }),
  )
  expect(await handleDueBatch(event, () => 0)).toEqual({
    batchItemFailures: [{ itemIdentifier: 'm0' }, { itemIdentifier: 'm1' }, { itemIdentifier: 'm2' }],
  })
})
