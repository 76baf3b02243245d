import { derivedId } from '../../platform/clock.ts'
import type { ConversationItem } from './conversation-entity.ts'

/** The id of a customer of an organisation: the same on each of its numbers, as long as they share their phone number. */
export function contactId({
  organizationId,
  contactNumber,
  id,
}: Pick<ConversationItem, 'organizationId' | 'contactNumber' | 'id'>): string {
  return derivedId('contact', organizationId, contactNumber ?? id)
}
