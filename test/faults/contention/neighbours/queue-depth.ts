import { SQS } from '@aws-sdk/client-sqs'
import type { Service } from '@replywright/local/start-service.ts'
import { clientOf, outputOf } from '../../../support/administrator.ts'

const ALL = [
  'ApproximateNumberOfMessages',
  'ApproximateNumberOfMessagesNotVisible',
  'ApproximateNumberOfMessagesDelayed',
] as const

/** Returns the messages in the queues of deliveries and turns: all, or only those that wait for a worker. */
export async function queueDepth(
  { cloud }: Service,
  attributes: readonly (typeof ALL)[number][] = ALL,
): Promise<number> {
  const depths = ['DeliveriesQueueUrl', 'SlowDeliveriesQueueUrl', 'TurnsQueueUrl'].map(async (name) => {
    const { Attributes = {} } = await clientOf(SQS, cloud).getQueueAttributes({
      QueueUrl: outputOf(cloud, name),
      AttributeNames: [...attributes],
    })
    return attributes.reduce((sum, attribute) => sum + Number(Attributes[attribute]), 0)
  })
  return (await Promise.all(depths)).reduce((sum, depth) => sum + depth, 0)
}
