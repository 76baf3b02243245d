import type { CustomerItem } from './customer-entity.ts'
import type { Merge } from './identity.ts'
import { nameKey } from './names.ts'

/** A customer who has other names. */
export interface ChangedCustomer {
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
