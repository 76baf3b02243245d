import type { NewDelivery } from '../../deliveries/new-delivery.ts'
import { refusals } from '../../platform/table/transact.ts'
import { EVENT_ENTITIES } from '../conversation-deliveries.ts'
import type { ConversationItem } from '../conversation-entity.ts'
import type { ChangedCustomer } from './changed-customers.ts'
import type { Loaded } from './load-identity.ts'
import { CustomerEntity, type Evidence } from './name-entity.ts'
import { changedDeliveries } from './report-changes.ts'

/** Returns the events of changed customers, first about their conversations with the number on which the change was seen. */
export async function eventsOf(
  changes: readonly ChangedCustomer[],
  conversations: ReadonlyMap<string, ConversationItem>,
  { numberId, evidence }: { readonly numberId: string; readonly evidence: Evidence },
  now: number,
): Promise<NewDelivery[]> {
  const events = await Promise.all(
    changes.map(async (change) => {
      const own = change.after.conversations.toSorted(
        (one, other) => Number(other.numberId === numberId) - Number(one.numberId === numberId),
      )
      return await changedDeliveries(
        change,
        own.flatMap(({ id }) => conversations.get(id) ?? []),
        evidence,
        now,
      )
    }),
  )
  return events.flat()
}

/**
 * Stores events that do not fit into the transaction of their change, before it, unless a customer was changed since it was
 * read. Events that an earlier attempt has stored stay as they are.
 */
export async function writeEarlier(
  { organizationId, customers }: Loaded,
  changed: ReadonlySet<string>,
  events: readonly NewDelivery[],
): Promise<boolean> {
  const stored = [...changed].flatMap((id) => customers.get(id) ?? [])
  for (let part = events; part.length > 0; ) {
    const refused = await refusals({ ...EVENT_ENTITIES, customers: CustomerEntity }, (entities) => [
      ...stored.map(({ id, revision }) =>
        entities.customers
          .check({ organizationId, id })
          .where((attributes, { eq }) => eq(attributes.revision, revision))
          .commit(),
      ),
      ...part.map(({ delivery }) => entities.deliveries.create(delivery).commit()),
      ...part.flatMap(({ payloadItem }) => (payloadItem ? [entities.payloads.put(payloadItem).commit()] : [])),
    ])
    if (refused.length === 0) return true
    if (refused.some((index) => index < stored.length)) return false
    part = part.filter((_, index) => !refused.includes(stored.length + index))
  }
  return true
}
