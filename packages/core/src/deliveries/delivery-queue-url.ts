import type { SQSEvent } from 'aws-lambda'
import { settings } from '../platform/settings.ts'
import type { DeliveryQueue } from './webhooks/slow-endpoints.ts'

export function deliveryQueueUrl(queue: DeliveryQueue): string {
  return queue === 'deliveries' ? settings.DELIVERIES_QUEUE_URL : settings.SLOW_DELIVERIES_QUEUE_URL
}

/** Returns the queue of a batch. All its messages come from the same event source mapping. */
export function deliveryQueueOf({ Records: [record] }: SQSEvent): DeliveryQueue {
  const name = record?.eventSourceARN.split(':').at(-1)
  return settings.SLOW_DELIVERIES_QUEUE_URL.endsWith(`/${name}`) ? 'slow-deliveries' : 'deliveries'
}
