import { countChanges } from '@messaging/core/deliveries/statistics/count-changes.ts'
import type { DynamoDBStreamEvent } from 'aws-lambda'

/** Counts new deliveries and changed results for the statistics of the dashboard. */
export async function handler(event: DynamoDBStreamEvent): Promise<void> {
  await countChanges(event)
}
