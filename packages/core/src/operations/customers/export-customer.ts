import type { CustomerExport } from '@messaging/contract/dashboard/customers.ts'
import { isKnown } from '../../answering/memory/memory-store.ts'
import { listMemory } from '../../answering/memory/view-memory.ts'
import { isoTime } from '../../platform/clock.ts'
import { readItems, recordOf } from './conversation-items.ts'
import { readDeliveries } from './customer-deliveries.ts'
import { findParked } from './customer-parked.ts'
import { type Customer, findCustomer, ownersOf } from './find-customer.ts'
import { decodePosition, encodePosition, type Position } from './step-cursor.ts'

type Record = CustomerExport['records'][number]
interface Part {
  readonly records: readonly Record[]
  readonly next: Position | null
}

/** Reads the next part of a customer's data: at most 100 items. `cursor` is the `next` of the step before. */
export async function exportStep(
  organizationId: string,
  key: string,
  cursor: string | undefined,
  now: number,
): Promise<CustomerExport> {
  const customer = await findCustomer(organizationId, key)
  const { records, next } = await readPart(customer, decodePosition(cursor), now)
  return { records: [...records], next: encodePosition(next) }
}

async function readPart(customer: Customer, position: Position, now: number): Promise<Part> {
  switch (position.phase) {
    case 'deliveries':
      return await readDelivered(customer, position)
    case 'parked': {
      const parked = await findParked(customer, now)
      const records = parked.map(({ day, reason, raw }) => ({ type: 'parkedEvent', day, reason, raw }))
      return { records, next: { phase: 'conversations' } }
    }
    case 'conversations':
      return await readConversation(customer, position)
    case 'memory': {
      const items = await listMemory(customer.organizationId, ownersOf(customer))
      const known = items.filter((item) => isKnown(item, now))
      const records = known.map(({ agentId, keyId, value }) => ({ type: 'memory', agentId, keyId, value }))
      return { records, next: null }
    }
  }
}

async function readDelivered(customer: Customer, position: Position): Promise<Part> {
  const { found, next } = await readDeliveries(customer, position)
  const records = found.map(({ delivery: { webhookId, id, event, status, createdAt }, payload }) => ({
    type: 'delivery',
    webhookId,
    id,
    event,
    status,
    createdAt: isoTime(createdAt),
    payload,
  }))
  return { records, next: next ? { phase: 'deliveries', ...next } : { phase: 'parked' } }
}

async function readConversation({ organizationId, places }: Customer, { id, cursor }: Position): Promise<Part> {
  const index = Math.max(
    0,
    places.findIndex((place) => place.id === id),
  )
  const place = places[index]
  if (!place) return { records: [], next: { phase: 'memory' } }
  const { items, after } = await readItems(organizationId, place.id, cursor)
  const records = items.flatMap((item) => recordOf(item) ?? [])
  if (after !== undefined) return { records, next: { phase: 'conversations', id: place.id, cursor: after } }
  const following = places[index + 1]
  return { records, next: following ? { phase: 'conversations', id: following.id } : { phase: 'memory' } }
}
