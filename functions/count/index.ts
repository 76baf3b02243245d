import { expireConversations } from '@replywright/core/conversations/conversations.ts'
import { countChanges } from '@replywright/core/deliveries/statistics/statistics.ts'
import { systemClock } from '@replywright/core/platform/clock.ts'
import type { DynamoDBStreamEvent } from 'aws-lambda'

/** Counts new deliveries and changed results for the statistics of the dashboard. Ends conversations without messages. */
export async function handler(event: DynamoDBStreamEvent): Promise<void> {
  await Promise.all([countChanges(event), expireConversations(event, systemClock)])
}
