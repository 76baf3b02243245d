import { DeleteMessageCommand, ReceiveMessageCommand, type SQSClient } from '@aws-sdk/client-sqs'
import type { Cloud } from '@replywright/cloud'
import * as v from 'valibot'

const BusEvent = v.looseObject({
  id: v.string(),
  source: v.string(),
  'detail-type': v.string(),
  time: v.string(),
  resources: v.array(v.string()),
  detail: v.looseObject({}),
})
export type BusEvent = v.InferOutput<typeof BusEvent>

/** Takes the events from the queue of the local stage's bus (`examples/event-bus`). */
export async function takeBusEvents(cloud: Cloud, sqs: SQSClient): Promise<BusEvent[]> {
  const QueueUrl = cloud.resource('Example-EventBus/Messages', 'AWS::SQS::Queue').physicalId
  const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }))
  if (Messages.length === 0) return []
  await Promise.all(
    Messages.map(({ ReceiptHandle }) => sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }))),
  )
  const events = Messages.map(({ Body }) => v.parse(BusEvent, JSON.parse(Body ?? '')))
  return [...events, ...(await takeBusEvents(cloud, sqs))]
}
