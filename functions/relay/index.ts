import { SQSClient } from '@aws-sdk/client-sqs'
import { Relay } from '@replywright/core/platform/outbox/relay.ts'
import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda'
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

/** Writes a JSON line directly to standard output. Lambda would nest output of `console` below `message`. */
function logError(event: string, facts: Readonly<Record<string, string | number | undefined>>): void {
  process.stdout.write(`${JSON.stringify({ timestamp: new Date().toISOString(), level: 'ERROR', event, ...facts })}\n`)
}
