import type { ConversationItem } from './conversation-entity.ts'

/** Returns the ids of a customer as the API and events show them: none that the customer does not have. */
export function idsOf({
  contactUserId,
  contactUsername,
}: Pick<ConversationItem, 'contactUserId' | 'contactUsername'>): {
  readonly userId?: string
  readonly username?: string
} {
  return {
    ...(contactUserId !== undefined && { userId: contactUserId }),
    ...(contactUsername !== undefined && { username: contactUsername }),
  }
}
