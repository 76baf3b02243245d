import { derivedId } from '../platform/clock.ts'
import type { ConversationItem } from './conversation-entity.ts'

/** Returns a customer's id in an organisation, the same on each number if the customer shares the phone number. */
export function contactId({
  organizationId,
  contactNumber,
  id,
}: Pick<ConversationItem, 'organizationId' | 'contactNumber' | 'id'>): string {
  return derivedId('contact', organizationId, contactNumber ?? id)
}
