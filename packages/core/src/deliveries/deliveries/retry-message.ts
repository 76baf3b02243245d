import { type MessageAttributeValue, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import type { DeliveryReference } from '@messaging/contract/queues.ts'
import { logError } from '../../platform/log/log.ts'
import { onFirstUse } from '../../platform/on-first-use.ts'
import { messageAttributes } from '../../platform/queues/message-attributes.ts'
import { settings } from '../../platform/settings.ts'
import { deliveryGroup } from '../webhooks/slow-endpoints.ts'
import type { DeliveryItem } from './delivery-entity.ts'

/** SQS delays a message by at most 15 minutes. A longer delay takes several messages. */
const MAX_DELAY_SECONDS = 900

/** The worker has 30 seconds for a request of 10 seconds, this call, and the record of the attempt. */
const sqs = onFirstUse(
  () =>
    new SQSClient({
      maxAttempts: 2,
      requestHandler: { connectionTimeout: 1000, requestTimeout: 3000, throwOnRequestTimeout: true },
    }),
)

export interface RetryMessage {
  readonly reference: DeliveryReference
  readonly delivery: Pick<DeliveryItem, 'out'>
  /** Whether its endpoint is slow. */
  readonly isSlow?: boolean
  readonly seconds: number
  /** When it is sent, in milliseconds. */
  readonly now: number
  /** The attempt that it retries. */
  readonly afterAttempt?: number | undefined
  /** The message that it continues, because SQS could not delay that one long enough. */
  readonly carrier?: string
}

/**
 * Sends the message of the next attempt and returns its id. Delayed messages are not in flight: SQS permits 120,000
 * messages in flight, and then no consumer receives any. Returns undefined if the queue does not accept the message.
 */
export async function sendRetry(retry: RetryMessage): Promise<string | undefined> {
  const { reference, delivery, isSlow, seconds, now, afterAttempt, carrier } = retry
  const { organizationId } = reference
  const attributes = messageAttributes({ relayedAt: now, afterAttempt, carrier, requestId: delivery.out?.r })
  const group = isSlow ? deliveryGroup(organizationId, true) : (delivery.out?.g ?? deliveryGroup(organizationId))
  try {
    return await send(reference, group, seconds, attributes)
  } catch (error) {
    logError('delivery.retry_unsent', error)
    return undefined
  }
}

/** Sends the message of the next search for a success (`auto-disable.ts`). @throws the client's errors */
export async function sendSearch(reference: DeliveryReference, seconds: number): Promise<void> {
  await send(reference, deliveryGroup(reference.organizationId), seconds, {})
}

async function send(
  body: DeliveryReference,
  MessageGroupId: string,
  seconds: number,
  MessageAttributes: Record<string, MessageAttributeValue>,
): Promise<string | undefined> {
  const command = new SendMessageCommand({
    QueueUrl: settings.DELIVERIES_QUEUE_URL,
    MessageBody: JSON.stringify(body),
    MessageGroupId,
    DelaySeconds: Math.min(MAX_DELAY_SECONDS, Math.ceil(seconds)),
    MessageAttributes,
  })
  return (await sqs.send(command)).MessageId
}
