import { CustomerKey } from '@replywright/contract/customers.ts'
import { parseJson } from '@replywright/contract/json.ts'
import * as v from 'valibot'
import { memoryOwners } from '../../answering/memory/memory-store.ts'
import type { NumberItem } from '../../channel/numbers/number-entity.ts'
import { listKnownNumbers } from '../../channel/numbers/numbers.ts'
import type { ConversationItem } from '../../conversations/conversation-entity.ts'
import { contactId, findConversation, hasLeft, listIdsOf } from '../../conversations/find-or-create.ts'
import { customersOf } from '../../conversations/opt-out.ts'
import { notFound } from '../../platform/errors.ts'
import { invalidCursor } from '../../platform/paging/page.ts'

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
 * provider's user id. Reads three items for each number. @throws ServiceError 404 for any other key
 */
export async function findCustomer(organizationId: string, wanted: string): Promise<Customer> {
  const { success, output: key } = v.safeParse(CustomerKey, wanted)
  if (!success) throw notFound('customer', 'phone number')
  const numbers = await listKnownNumbers(organizationId)
  const isPhoneNumber = !key.startsWith(USER)
  const name = isPhoneNumber ? key : key.slice(USER.length)
  const refs = await Promise.all(
    numbers.map(async (number) => {
      const ids = await listIdsOf(number, name, key)
      const found = await Promise.all(
        ids.map(async (id) => ({ number, id, conversation: await findConversation(organizationId, id) })),
      )
      return found.filter(({ conversation }) => !conversation || !hasLeft(conversation, name))
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
  const all = [...new Set([owner, ...known.flat()])]
  // A conversation may know the customer by another number. Its agent reads the last owner.
  const last = known.length === 0 ? [owner] : [...new Set(known.flatMap((owners) => owners.slice(-1)))]
  return last.map((id) => [...all.filter((other) => other !== id), id])
}

/** Where the next step of an export or erasure begins. It contains no data of the customer. */
const Position = v.object({
  phase: v.picklist(['parked', 'conversations', 'otherDeliveries', 'memory']),
  /** The webhook or conversation that is read. */
  id: v.optional(v.string()),
  /** The cursor within it. */
  cursor: v.optional(v.string()),
  /** The place of the last record that the export told of the page at the cursor (`tellFrom`). */
  told: v.optional(v.string()),
  /** When the erasure cut off the customer's conversations, in milliseconds. */
  cutAt: v.optional(v.number()),
})
export type Position = v.InferOutput<typeof Position>

export function encodePosition(position: Position | null): string | null {
  return position && Buffer.from(JSON.stringify(position)).toString('base64url')
}

/** `now` in milliseconds. @throws ServiceError 400 for an invalid cursor */
export function decodePosition(cursor: string | undefined, now: number): Position {
  if (cursor === undefined) return { phase: 'parked' }
  const read = v.safeParse(Position, parseJson(Buffer.from(cursor, 'base64url').toString())?.value)
  if (!read.success) throw invalidCursor()
  const { phase, id } = read.output
  if (phase === 'parked' && id !== undefined && !isDayUntil(now, id)) throw invalidCursor()
  return read.output
}

/** A later day would be followed by all days until now. */
function isDayUntil(now: number, text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && Date.parse(text) <= now
}
