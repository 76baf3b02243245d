import { systemClock } from '@messaging/core/clock.ts'
import { attemptBatch } from '@messaging/core/deliveries/attempt-batch.ts'
import { attemptDelivery } from '@messaging/core/deliveries/attempt-delivery.ts'
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'

/** One delivery attempt for each message of the batch, all at once. */
export async function handler(event: SQSEvent): Promise<SQSBatchResponse> {
  return await attemptBatch(event, (reference, times) => attemptDelivery(reference, times, systemClock))
}
