import { CustomerKey } from '@replywright/contract/customer-key.ts'
import { parseJson } from '@replywright/contract/json.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { validate as isUuid } from 'uuid'
import * as v from 'valibot'
import type { NumberItem } from '../../channel/numbers/number-entity.ts'
import { listKnownNumbers } from '../../channel/numbers/numbers.ts'
import { type ConversationItem, findConversation } from '../../conversations/conversation-entity.ts'
import type { CustomerItem } from '../../conversations/customers/customer-entity.ts'
import { findCustomerByKey, namesOfKey } from '../../conversations/customers/find-by-key.ts'
import { choiceNames, type Names } from '../../conversations/customers/names.ts'
import { customersOf } from '../../conversations/opt-out.ts'
import { notFound } from '../../platform/errors.ts'
import { invalidCursor } from '../../platform/paging/page.ts'

const USER = 'user:'

/** A conversation of a customer with one of the organisation's numbers. */
export interface CustomerRef {
  readonly number: NumberItem
  /** The id of the conversation, also if it was joined with another one. */
  readonly id: string
  readonly conversation: ConversationItem | null
}

export interface Customer {
  readonly organizationId: string
  /** What the caller named: the phone number (digits), the provider's user id, or the customer's id. */
  readonly name: string
  /** The wanted name, unless the caller named the customer's id. */
  readonly names: Names
  /** Null if nothing is stored of the customer. */
  readonly item: CustomerItem | null
  /** All numbers of the organisation. */
  readonly numbers: readonly NumberItem[]
  readonly refs: readonly CustomerRef[]
}

/**
 * Returns a customer on all numbers of the organisation. `key` is `contact.id`, a phone number (digits) in any spelling, or
 * `user:` and the provider's user id. @throws ServiceError 404 for any other key
 */
export async function findCustomer(organizationId: string, wanted: string): Promise<Customer> {
  const { success, output: key } = v.safeParse(CustomerKey, wanted)
  if (!success) throw notFound('customer', 'phone number')
  const [numbers, item] = await Promise.all([listKnownNumbers(organizationId), findCustomerByKey(organizationId, key)])
  const refs = await Promise.all((item?.conversations ?? []).map((each) => refOf(organizationId, numbers, each)))
  const joined = (item?.merged ?? []).flatMap(({ moves }) => moves)
  const all = [
    ...refs.flat(),
    ...joined.flatMap(({ from, to }) => {
      const number = refs.flat().find(({ id }) => id === to)?.number
      return number ? [{ number, id: from, conversation: null }] : []
    }),
  ]
  return {
    organizationId,
    name: key.startsWith(USER) ? key.slice(USER.length) : key,
    names: namesOfKey(key),
    item,
    numbers,
    refs: all.toSorted((one, other) => (one.id < other.id ? -1 : 1)),
  }
}

async function refOf(
  organizationId: string,
  numbers: readonly NumberItem[],
  { numberId, id }: CustomerItem['conversations'][number],
): Promise<CustomerRef[]> {
  const number = numbers.find((each) => each.id === numberId)
  return number ? [{ number, id, conversation: await findConversation(organizationId, id) }] : []
}

/** As `findCustomer`. @throws ServiceError 404 for an unknown `contact.id`, too */
export async function getCustomer(organizationId: string, wanted: string): Promise<Customer> {
  const customer = await findCustomer(organizationId, wanted)
  if (!customer.item && isUuid(wanted)) throw notFound('customer')
  return customer
}

/** Returns the names under which a customer's choice about marketing is stored, and the wanted one. */
export function namesOf({ names, item }: Pick<Customer, 'names' | 'item'>): string[] {
  return [...new Set([...customersOf(names), ...(item ? choiceNames(item) : [])])]
}

/** Returns the ids under which agents remember a customer: their own, and those of their trials. */
export function ownersOf({ item, refs }: Pick<Customer, 'item' | 'refs'>): string[] {
  return [...(item ? [item.id] : []), ...refs.map(({ id }) => id)]
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
  /** When the erasure cut off the customer's conversations. */
  cutAt: v.optional(v.number()),
})
export type Position = v.InferOutput<typeof Position>

export function encodePosition(position: Position | null): string | null {
  return position && Buffer.from(JSON.stringify(position)).toString('base64url')
}

/** @throws ServiceError 400 for an invalid cursor */
export function decodePosition(cursor: string | undefined, now: EpochMs): Position {
  if (cursor === undefined) return { phase: 'parked' }
  const read = v.safeParse(Position, parseJson(Buffer.from(cursor, 'base64url').toString())?.value)
  if (!read.success) throw invalidCursor()
  const { phase, id } = read.output
  if (phase === 'parked' && id !== undefined && !isDayUntil(now, id)) throw invalidCursor()
  return read.output
}

/** A later day would be followed by all days until now. */
function isDayUntil(now: EpochMs, text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && Date.parse(text) <= now
}
