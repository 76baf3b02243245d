import { GetQueueAttributesCommand, ListDeadLetterSourceQueuesCommand, SQSClient } from '@aws-sdk/client-sqs'
import { AWS_CLIENT } from '../../platform/aws-client.ts'
import { onFirstUse } from '../../platform/on-first-use.ts'

export const sqs = onFirstUse(() => new SQSClient(AWS_CLIENT))

/** A dead-letter queue as it stands. SQS counts approximately. */
export interface DeadLetterQueue {
  readonly url: string
  readonly arn: string
  readonly messages: number
  /** Messages that somebody holds at the moment: they come back, or are deleted. */
  readonly held: number
  /** The queue that its messages go back to; undefined when they never were in another queue. */
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
