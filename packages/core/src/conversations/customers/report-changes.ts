import type { EpochMs } from '@replywright/contract/time.ts'
import { customerChangedEnvelope } from '../../deliveries/envelope.ts'
import { type NewDelivery, newDeliveries } from '../../deliveries/new-delivery.ts'
import { subscribersOf } from '../conversation-deliveries.ts'
import type { ConversationItem } from '../conversation-entity.ts'
import type { CustomerItem } from './customer-entity.ts'
import type { Merge } from './identity.ts'
import type { Evidence } from './name-entity.ts'
import { nameKey } from './names.ts'
import { viewNames } from './view-names.ts'

/** A customer who has other names. */
interface ChangedCustomer {
  readonly before: CustomerItem
  readonly after: CustomerItem
  /** The customers who turned out to be this one. */
  readonly merged: readonly CustomerItem[]
  /** The customers who were merged into this one by hand, and no longer are. */
  readonly separated: readonly CustomerItem[]
}

/**
 * Returns the customers whose names changed: those of before and after with other names that have not ended, and those into
 * whom others were merged. A new customer is none of them.
 */
export function changedCustomers(
  before: ReadonlyMap<string, CustomerItem>,
  after: ReadonlyMap<string, CustomerItem>,
  { merges, splits }: { readonly merges: readonly Merge[]; readonly splits: readonly Merge[] },
): ChangedCustomer[] {
  return [...after.values()].flatMap((customer) => {
    const stored = before.get(customer.id)
    if (!stored) return []
    const merged = mergedInto(customer.id, merges).flatMap((id) => before.get(id) ?? [])
    const separated = splits.flatMap(({ from, into }) => (into === customer.id ? (after.get(from) ?? []) : []))
    const isSame = merged.length + separated.length === 0 && namesOf(stored) === namesOf(customer)
    return isSame ? [] : [{ before: stored, after: customer, merged, separated }]
  })
}

/** Returns the ids of those who were merged into a customer, also by way of others. */
function mergedInto(id: string, merges: readonly Merge[]): string[] {
  return merges.filter(({ into }) => into === id).flatMap(({ from }) => [from, ...mergedInto(from, merges)])
}

function namesOf({ names }: CustomerItem): string {
  const current = names.filter(({ until }) => until === undefined)
  return [...new Set(current.map((name) => `${name.kind} ${nameKey(name)}`))].toSorted().join('\n')
}

/** The number on which a change was seen, and what showed it. */
interface Seen {
  readonly numberId: string
  readonly evidence: Evidence
}

/** Builds the events of changed customers. */
export async function changedDeliveries(
  changes: readonly ChangedCustomer[],
  conversations: ReadonlyMap<string, ConversationItem>,
  seen: Seen,
  at: EpochMs,
): Promise<NewDelivery[]> {
  return (await Promise.all(changes.map((change) => deliveriesOf(change, conversations, seen, at)))).flat()
}

/**
 * Builds one event for each webhook, about the customer's first conversation of which the webhook receives events: that with the number
 * on which the change was seen, or else another one. Their ids derive from the customer's revision after the change.
 */
async function deliveriesOf(
  { before, after, merged, separated }: ChangedCustomer,
  conversations: ReadonlyMap<string, ConversationItem>,
  { numberId, evidence: why }: Seen,
  at: EpochMs,
): Promise<NewDelivery[]> {
  const { id, revision } = after
  const isSeen = (each: { readonly numberId: string }) => Number(each.numberId === numberId)
  const own = after.conversations.toSorted((one, other) => isSeen(other) - isSeen(one))
  const parties = { merged: merged.map(viewNames), separated: separated.map(viewNames) }
  const fields = { before: viewNames(before), after: viewNames(after), why, ...parties }
  const told = new Set<string>()
  const deliveries: NewDelivery[] = []
  for (const conversation of own.flatMap((each) => conversations.get(each.id) ?? [])) {
    const envelope = customerChangedEnvelope(at, conversation, fields)
    const webhooks = (await subscribersOf(conversation, envelope.event)).filter((webhook) => !told.has(webhook.id))
    for (const webhook of webhooks) told.add(webhook.id)
    deliveries.push(...(await newDeliveries(webhooks, { about: id, cause: String(revision), at, envelope })))
  }
  return deliveries
}
