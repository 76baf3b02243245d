import { GetQueueAttributesCommand, ListDeadLetterSourceQueuesCommand, SQSClient } from '@aws-sdk/client-sqs'
import { AWS_CLIENT } from '../../platform/aws-client.ts'
import { onFirstUse } from '../../platform/on-first-use.ts'

export const sqs = onFirstUse(() => new SQSClient(AWS_CLIENT))

/** The current state of a dead-letter queue. Counts of SQS are approximate. */
export interface DeadLetterQueue {
  readonly url: string
  readonly arn: string
  readonly messages: number
  /** Messages in flight: they become visible again, or are deleted. */
  readonly held: number
  /** The queue to which its messages are redriven; undefined if they come from no other queue. */
  readonly sourceUrl: string | undefined
}

export async function describeDeadLetterQueue(url: string): Promise<DeadLetterQueue> {
  const [{ Attributes = {} }, { queueUrls = [] }] = await Promise.all([
    sqs.send(new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ['All'] })),
    sqs.send(new ListDeadLetterSourceQueuesCommand({ QueueUrl: url })),
  ])
  return {
    url,
    arn: Attributes.QueueArn ?? '',
    messages: Number(Attributes.ApproximateNumberOfMessages ?? 0),
    held: Number(Attributes.ApproximateNumberOfMessagesNotVisible ?? 0),
    sourceUrl: queueUrls[0],
  }
}
