import { SQSClient } from '@aws-sdk/client-sqs'
import { Relay } from '@messaging/core/platform/outbox/relay.ts'
import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda'
import { logError } from './log-error.ts'
import { settings } from './settings.ts'

const { QUEUE_URLS: queueUrls, RELAY_DEAD_QUEUE_URL: deadQueueUrl } = settings
/** The timeouts prevent a call without a response from blocking the shard. */
const sqs = new SQSClient({
  requestHandler: { connectionTimeout: 3000, requestTimeout: 8000, throwOnRequestTimeout: true },
})
const relay = new Relay({ sqs, queueUrls, deadQueueUrl, logError })

/** Sends the messages of new items to their queues. */
export async function handler(event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  return await relay.relay(event, Date.now())
}
