import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda'
import type { Clock } from '../../platform/clock.ts'
import { expireConversation } from './expire-conversation.ts'

/** Conversations that are processed at once. */
const AT_ONCE = 25

/** Processes the conversations whose `ConversationExpiryEntity` was deleted by its time to live. */
export async function expireConversations(event: DynamoDBStreamEvent, clock: Clock): Promise<void> {
  const expired = event.Records.flatMap((record) => expiredOf(record) ?? [])
  for (let start = 0; start < expired.length; start += AT_ONCE)
    await Promise.all(
      expired
        .slice(start, start + AT_ONCE)
        .map(({ organizationId, conversationId }) => expireConversation(organizationId, conversationId, clock)),
    )
}

/** Returns the conversation of a record, or undefined if the record is another. The stream has keys only. */
export function expiredOf({ eventName, userIdentity, dynamodb }: DynamoDBRecord) {
  if (eventName !== 'REMOVE' || userIdentity?.principalId !== 'dynamodb.amazonaws.com') return undefined
  const { pk, sk } = dynamodb?.Keys ?? {}
  const [kind, organizationId, conversationId] = pk?.S?.split('#') ?? []
  if (kind !== 'c' || sk?.S !== 'expiry' || !organizationId || !conversationId) return undefined
  return { organizationId, conversationId }
}
