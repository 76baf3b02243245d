import { type MessageAttributeValue, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import type { DeliveryReference } from '@replywright/contract/queues.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { currentRequestId, logError } from '../../platform/log/log.ts'
import { onFirstUse } from '../../platform/on-first-use.ts'
import { messageAttributes, type Receipt } from '../../platform/queues/consume.ts'
import type { DeliveryItem } from '../delivery-entity.ts'
import { type DeliveryQueue, deliveryQueue, deliveryQueueUrl } from '../webhooks/slow-endpoints.ts'

/** SQS delays a message by at most 15 minutes. A longer delay takes several messages. */
const MAX_DELAY_SECONDS = 900

/** The worker has 30 seconds for a request of 10 seconds, this call, and the record of the attempt. */
const sqs = /* @__PURE__ */ onFirstUse(
  () =>
    new SQSClient({
      maxAttempts: 2,
      requestHandler: { connectionTimeout: 1000, requestTimeout: 3000, throwOnRequestTimeout: true },
    }),
)

interface RetryMessage extends Pick<Receipt, 'isRepeat'> {
  readonly reference: DeliveryReference
  /** Undefined if it was not read. */
  readonly delivery: Pick<DeliveryItem, 'out'> | undefined
  /** Whether its endpoint is slow. */
  readonly isSlow: boolean
  readonly seconds: number
  /** When it is sent. */
  readonly relayedAt: EpochMs
  /** The attempt that it retries. */
  readonly afterAttempt?: number | undefined
  /** The message that it continues. */
  readonly carrier?: string
}

/**
 * Sends the message of the next attempt and returns its id. Delayed messages are not in flight: SQS permits 120,000
 * messages in flight, and then no consumer receives any. Returns undefined if the queue does not accept the message.
 */
export async function sendRetry(retry: RetryMessage): Promise<string | undefined> {
  const { reference, delivery, isSlow, seconds, relayedAt, afterAttempt, carrier, isRepeat } = retry
  const requestId = currentRequestId()
  const attributes = messageAttributes({ relayedAt, afterAttempt, carrier, isRepeat: isRepeat && 'true', requestId })
  try {
    const group = delivery?.out?.g ?? reference.organizationId
    return await send(deliveryQueue(isSlow), reference, group, seconds, attributes)
  } catch (error) {
    logError('delivery.retry_unsent', error)
    return undefined
  }
}

/**
 * Moves a message to the queue of slow endpoints. The new message continues it: it is for the same attempt, and was
 * relayed at the same time. Returns whether the queue accepted it.
 */
export async function moveToSlow(
  reference: DeliveryReference,
  { id: carrier, relayedAt, afterAttempt, isRepeat }: Receipt,
  delivery: RetryMessage['delivery'],
): Promise<boolean> {
  const same = { relayedAt, afterAttempt, ...(isRepeat && { isRepeat }) }
  return (await sendRetry({ reference, delivery, isSlow: true, seconds: 0, carrier, ...same })) !== undefined
}

/** Sends the message of the next search for a success (`auto-disable.ts`). @throws the client's errors */
export async function sendSearch(reference: DeliveryReference, seconds: number): Promise<void> {
  await send('deliveries', reference, reference.organizationId, seconds, {})
}

async function send(
  queue: DeliveryQueue,
  body: DeliveryReference,
  MessageGroupId: string,
  seconds: number,
  MessageAttributes: Record<string, MessageAttributeValue>,
): Promise<string | undefined> {
  const command = new SendMessageCommand({
    QueueUrl: deliveryQueueUrl(queue),
    MessageBody: JSON.stringify(body),
    MessageGroupId,
    DelaySeconds: Math.min(MAX_DELAY_SECONDS, Math.ceil(seconds)),
    MessageAttributes,
  })
  return (await sqs.send(command)).MessageId
}
