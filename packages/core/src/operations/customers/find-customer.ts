import { CustomerKey } from '@messaging/contract/customers.ts'
import * as v from 'valibot'
import { memoryOwners } from '../../answering/memory/memory-store.ts'
import { listNumbers } from '../../channel/numbers/find-number.ts'
import type { NumberItem } from '../../channel/numbers/number-entity.ts'
import { contactId } from '../../conversations/contact-id.ts'
import type { ConversationItem } from '../../conversations/conversation-entity.ts'
import { conversationId, findAlias } from '../../conversations/find-or-create.ts'
import { findConversation } from '../../conversations/get-conversation.ts'
import { customersOf } from '../../conversations/opt-out.ts'
import { notFound } from '../../platform/errors.ts'

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
  readonly isPhoneNumber: boolean
  readonly refs: readonly CustomerRef[]
}

/**
 * Returns a customer on all numbers of the organisation. `key` is a phone number (digits), or `user:` and the
 * provider's user id. Reads two items for each number. @throws ServiceError 404 for any other key
 */
export async function findCustomer(organizationId: string, wanted: string): Promise<Customer> {
  const { success, output: key } = v.safeParse(CustomerKey, wanted)
  if (!success) throw notFound('customer', 'phone number')
  const numbers = await listNumbers(organizationId)
  const isPhoneNumber = !key.startsWith(USER)
  const name = isPhoneNumber ? key : key.slice(USER.length)
  const refs = await Promise.all(
    numbers.map(async (number) => {
      const ids = [conversationId(number, key), await findAlias(number, name)].filter((id) => id !== undefined)
      return await Promise.all(
        [...new Set(ids)].map(async (id) => ({ number, id, conversation: await findConversation(organizationId, id) })),
      )
    }),
  )
  return {
    organizationId,
    name,
    isPhoneNumber,
    refs: refs.flat().toSorted((one, other) => (one.id < other.id ? -1 : 1)),
  }
}

/** Returns the names of a customer on all numbers, as `customersOf` does. */
export function namesOf({ name, isPhoneNumber, refs }: Customer): string[] {
  const contact = isPhoneNumber ? { contactNumber: name } : { contactUserId: name }
  return [...new Set([contact, ...refs.flatMap(({ conversation }) => conversation ?? [])].flatMap(customersOf))]
}

/** Returns the ids under which agents remember a customer. */
export function ownersOf({ organizationId, name, refs }: Customer): string[] {
  const known = refs.flatMap(({ conversation, number }) => (conversation ? memoryOwners({ conversation, number }) : []))
  return [
    ...new Set([...known, contactId({ organizationId, contactNumber: name, id: '' }), ...refs.map(({ id }) => id)]),
  ]
}

/**
 * Returns the ids under which agents remember a customer, except in trials: a list for each memory, as `memoryOwners`
 * returns it. A customer without a phone number has a memory for each conversation.
 */
export function memoriesOf({ organizationId, name, isPhoneNumber, refs }: Customer): string[][] {
  const known = refs.flatMap(({ conversation, number }) =>
    conversation && !number.sandbox ? [memoryOwners({ conversation, number })] : [],
  )
  if (!isPhoneNumber) return known
  const owner = contactId({ organizationId, contactNumber: name, id: '' })
  return [[...new Set(known.flat().filter((id) => id !== owner)), owner]]
}
