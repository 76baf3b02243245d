import { findNumber } from '../../channel/numbers/find-number.ts'
import type { Clock } from '../../platform/clock.ts'
import { log } from '../../platform/log/log.ts'
import { recentRetention } from '../../platform/retention/retention.ts'
import { retryConflict } from '../../platform/table/retry-conflict.ts'
import { MessageEntity } from '../messages/message-entity.ts'
import { endOfConversation } from './conversation-end.ts'
import { ConversationExpiryEntity } from './conversation-expiry-entity.ts'
import { findConversation } from './get-conversation.ts'
import { removeConversation } from './remove-conversation.ts'

const TRIES = 3

/**
 * Deletes a conversation whose messages have expired, with its counts and the other names of its customer, in one
 * transaction. Otherwise stores when to check again. Call it when the conversation's `ConversationExpiryEntity` has
 * expired. It is idempotent.
 */
export async function expireConversation(organizationId: string, id: string, clock: Clock): Promise<void> {
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
