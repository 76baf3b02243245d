import { expireConversations } from '@replywright/core/conversations/conversations.ts'
import { countCharges } from '@replywright/core/conversations/messages/count-charges.ts'
import { countChanges } from '@replywright/core/deliveries/statistics/statistics.ts'
import { systemClock } from '@replywright/core/platform/clock.ts'
import type { DynamoDBStreamEvent } from 'aws-lambda'

/** Counts deliveries for the statistics of the dashboard, and delivered messages for the bill of the month. Ends conversations without messages. */
export async function handler(event: DynamoDBStreamEvent): Promise<void> {
  await Promise.all([countChanges(event), countCharges(event, systemClock), expireConversations(event, systemClock)])
}
