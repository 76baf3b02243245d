import type { CustomerData } from '@messaging/contract/dashboard/customers.ts'
import { isKnown, memoryOwners } from '../../answering/memory/memory-store.ts'
import { listMemory } from '../../answering/memory/view-memory.ts'
import { listNumbers } from '../../channel/numbers/find-number.ts'
import type { NumberItem } from '../../channel/numbers/number-entity.ts'
import { contactId } from '../../conversations/contact-id.ts'
import type { ConversationItem } from '../../conversations/conversation-entity.ts'
import { conversationId, findAlias } from '../../conversations/find-or-create.ts'
import { findConversation } from '../../conversations/get-conversation.ts'

const USER = 'user:'

/** A customer on one of the organisation's numbers. */
export interface CustomerRef {
  readonly number: NumberItem
  /** The id of the conversation, also if it does not exist. */
  readonly id: string
  readonly conversation: ConversationItem | null
}

export interface Customer {
  readonly organizationId: string
  /** The phone number (digits), or the provider's user id. */
  readonly name: string
  readonly refs: readonly CustomerRef[]
}

/**
 * Returns a customer on all numbers of the organisation. `key` is a phone number (digits), or `user:` and the
 * provider's user id. Reads two items for each number.
 */
export async function findCustomer(organizationId: string, key: string): Promise<Customer> {
  const numbers = await listNumbers(organizationId)
  const name = key.startsWith(USER) ? key.slice(USER.length) : key
  const refs = await Promise.all(
    numbers.map(async (number) => {
      const ids = [conversationId(number, key), await findAlias(number, name)].filter((id) => id !== undefined)
      return await Promise.all(
        [...new Set(ids)].map(async (id) => ({ number, id, conversation: await findConversation(organizationId, id) })),
      )
    }),
  )
  return { organizationId, name, refs: refs.flat().toSorted((one, other) => (one.id < other.id ? -1 : 1)) }
}

/** Returns the ids under which agents remember a customer. */
export function ownersOf({ organizationId, name, refs }: Customer): string[] {
  const known = refs.flatMap(({ conversation, number }) => (conversation ? memoryOwners({ conversation, number }) : []))
  return [
    ...new Set([...known, contactId({ organizationId, contactNumber: name, id: '' }), ...refs.map(({ id }) => id)]),
  ]
}

/** Returns what is stored of a customer, for a confirmation. Does not search the deliveries. */
export async function viewCustomer(organizationId: string, key: string, now: number): Promise<CustomerData> {
  const customer = await findCustomer(organizationId, key)
  const memories = (await listMemory(organizationId, ownersOf(customer))).filter((item) => isKnown(item, now))
  const found = customer.refs.flatMap(({ conversation, number }) => (conversation ? [{ conversation, number }] : []))
  return {
    name: found.map(({ conversation }) => conversation.contactName).find((text) => text !== '') ?? '',
    conversations: found.map(({ conversation, number }) => ({
      id: conversation.id,
      msgNumber: number.number,
      isSandbox: number.sandbox,
      messages: conversation.messageCount ?? 0,
    })),
    memories: memories.length,
  }
}
