import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda'
import { findNumber } from '../channel/numbers/find-number.ts'
import type { Clock } from '../platform/clock.ts'
import { log } from '../platform/log/log.ts'
import { recentRetention } from '../platform/retention/retention.ts'
import { retryConflict } from '../platform/table/retry-conflict.ts'
import { endOfConversation } from './conversation-end.ts'
import { ConversationExpiryEntity } from './conversation-expiry-entity.ts'
import { findConversation } from './get-conversation.ts'
import { MessageEntity } from './messages/message-entity.ts'
import { removeConversation } from './remove-conversation.ts'

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

const TRIES = 3

/**
 * Deletes a conversation whose messages have expired, with its counts and the other names of its customer, in one
 * transaction. Otherwise stores when to check again. Call it when the conversation's `ConversationExpiryEntity` has
 * expired. It is idempotent.
 */
async function expireConversation(organizationId: string, id: string, clock: Clock): Promise<void> {
  await retryConflict(TRIES, 'The conversation was changed concurrently. Try again.', async () => {
    const now = clock()
    const conversation = await findConversation(organizationId, id)
    if (!conversation) return true
    const [messagesUntil, { messageDays }] = await Promise.all([
      lastExpiry(organizationId, id, now),
      recentRetention(organizationId, now),
    ])
    const end = endOfConversation(conversation, messagesUntil, messageDays)
    if (end * 1000 > now) {
      await ConversationExpiryEntity.put({ organizationId, conversationId: id, expiresAt: end }).go()
      return true
    }
    const number = await findNumber(conversation.phoneNumberId)
    // A number that was connected again has another id, which no name of the customer refers to.
    const removed = await removeConversation(
      conversation,
      number?.organizationId === organizationId ? number : undefined,
    )
    if (!removed) return undefined
    log('conversation.expired', { organizationId, conversationId: id })
    return true
  })
}

/** Returns when the last message that has not expired does, in Unix seconds, or 0 if there is none. */
async function lastExpiry(organizationId: string, conversationId: string, now: number): Promise<number> {
  const messages = MessageEntity.query.byId({ organizationId, conversationId })
  const newest = await messages.go({ order: 'desc', limit: 1, attributes: ['expiresAt'], consistent: true })
  const [{ expiresAt = 0 } = {}] = newest.data
  if (expiresAt * 1000 > now) return expiresAt
  const { data } = await MessageEntity.query
    .byId({ organizationId, conversationId })
    .where((stored, { gt }) => gt(stored.expiresAt, now / 1000))
    .go({ pages: 'all', attributes: ['expiresAt'], consistent: true })
  return Math.max(0, ...data.map((message) => message.expiresAt))
}
