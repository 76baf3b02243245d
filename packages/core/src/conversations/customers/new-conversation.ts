import type { EpochMs } from '@replywright/contract/time.ts'
import type { NumberItem } from '../../channel/numbers/number-entity.ts'
import { derivedId, newId } from '../../platform/clock.ts'
import { counterShard } from '../../platform/paging/counter-entity.ts'
import { canonicalNumber } from '../canonical-number.ts'
import { type ConversationItem, listEntry } from '../conversation-entity.ts'
import { copyOf } from './copy-names.ts'
import type { CustomerItem } from './customer-entity.ts'
import type { Identity } from './identity.ts'
import { type Names, nameKey, namesIn } from './names.ts'

/** The counter names of the conversations of the organisation, and of one number. */
export const CONVERSATIONS = 'conversations'
export const conversationsOf = (phoneNumberId: string) => `conversations#${phoneNumberId}`

/** A conversation to create. */
export interface NewConversation {
  readonly customerId: string
  readonly number: NumberItem
  readonly agentId?: string | undefined
  readonly contactName?: string | undefined
  /** Whether the name is that of the owner's phone. @default false */
  readonly namedByPhone?: boolean | undefined
  /** The time of the message that starts it. @default now */
  readonly activeAt?: EpochMs | undefined
}

/** Returns the id of the conversation that starts with a name which nobody else had, so that the name alone finds it. */
export function homeOf(number: Pick<NumberItem, 'id'>, { contactNumber, contactUserId }: Names): string {
  return derivedId('conversation', number.id, canonicalNumber(contactNumber ?? `user:${contactUserId}`))
}

/** Returns the changes of the counters when a conversation begins (`by` 1) or ends (-1). */
export function countOf(organizationId: string, id: string, phoneNumberId: string, by: number) {
  return [CONVERSATIONS, conversationsOf(phoneNumberId)].map((noun) => ({
    key: { organizationId, noun, ...counterShard(id) },
    add: { count: by },
  }))
}

/** Returns the id of a new conversation: the one that its name finds, unless somebody else had the name. */
export function conversationIdOf(
  identity: Identity,
  customer: CustomerItem,
  { number }: NewConversation,
  seen: Names,
): string {
  const [first] = namesIn({
    contactNumber: seen.contactNumber,
    ...(!seen.contactNumber && { contactUserId: seen.contactUserId }),
  })
  const own = first && identity.owners.get(nameKey(first))
  const isHome =
    first && own?.every(({ customerId }) => customerId === customer.id) && !identity.reused.has(nameKey(first))
  return isHome ? homeOf(number, seen) : derivedId('conversation', number.id, customer.id, newId())
}

/** Builds a conversation of a customer that begins at `now`. */
export function newConversation(
  customer: CustomerItem,
  { number, agentId, contactName = '', namedByPhone, activeAt }: NewConversation,
  id: string,
  seen: Names,
  now: EpochMs,
): ConversationItem {
  const { organizationId, phoneNumberId } = number
  return {
    organizationId,
    id,
    customerId: customer.id,
    phoneNumberId,
    msgNumber: number.number,
    ...copyOf(customer, {}, seen),
    contactName,
    ...(namedByPhone && { hasOwnName: true, namedByPhone }),
    agentId: agentId ?? number.agentId,
    numberEpoch: number.epoch,
    sessionId: newId(),
    routingVersion: 0,
    inboundSeq: 0,
    readSeq: 0,
    lastMessage: '',
    ...listEntry({ id, listedAt: undefined }, activeAt ?? now),
    createdAt: now,
  }
}
