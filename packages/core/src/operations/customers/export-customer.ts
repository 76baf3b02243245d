import type { CustomerExport } from '@messaging/contract/customers.ts'
import { isKnown } from '../../answering/memory/memory-store.ts'
import { listMemory } from '../../answering/memory/view-memory.ts'
import { findOptedOut } from '../../conversations/opt-out.ts'
import { firstIdAt } from '../../deliveries/index-range.ts'
import { isoTime } from '../../platform/clock.ts'
import { messageOf, readItems, recordOf } from './conversation-items.ts'
import {
  type CustomerDelivery,
  type DeliveryKey,
  endOfLogs,
  getDeliveries,
  keysOfMessages,
  listOtherKeys,
  readDeliveries,
} from './customer-deliveries.ts'
import { readParked } from './customer-parked.ts'
import { type Customer, findCustomer, namesOf, ownersOf } from './find-customer.ts'
import { decodePosition, encodePosition, type Position } from './step-cursor.ts'

type Record = CustomerExport['records'][number]
interface Part {
  readonly records: readonly Record[]
  readonly next: Position | null
}

/**
 * Reads the next part of a customer's data: at most 100 items, and the deliveries of them. `cursor` is the `next` of
 * the step before.
 * @throws ServiceError 400 for an invalid cursor
 */
export async function exportStep(
  organizationId: string,
  key: string,
  cursor: string | undefined,
  now: number,
): Promise<CustomerExport> {
  const customer = await findCustomer(organizationId, key)
  const { records, next } = await readPart(customer, decodePosition(cursor, now), now)
  return { records: [...records], next: encodePosition(next) }
}

async function readPart(customer: Customer, position: Position, now: number): Promise<Part> {
  switch (position.phase) {
    case 'deliveries':
      return await readLogs(customer, position, now)
    case 'parked': {
      const { found, next } = await readParked(customer, position, now)
      const records = found.map(({ day, reason, raw }) => ({ type: 'parkedEvent', day, reason, raw }))
      return { records, next: next ? { phase: 'parked', ...next } : { phase: 'conversations' } }
    }
    case 'conversations':
      return await readConversation(customer, position, now)
    case 'otherDeliveries':
      return await readOtherDeliveries(customer, position, now)
    case 'memory': {
      const items = await listMemory(customer.organizationId, ownersOf(customer))
      const known = items.filter((item) => isKnown(item, now))
      const records = known.map(({ agentId, keyId, value }) => ({ type: 'memory', agentId, keyId, value }))
      const choice = { type: 'marketing', optedOut: true }
      const optedOut = await findOptedOut(customer.organizationId, namesOf(customer))
      return { records: optedOut ? [...records, choice] : records, next: null }
    }
  }
}

async function readLogs(customer: Customer, position: Position, now: number): Promise<Part> {
  const { found, next } = await readDeliveries(customer, position, { end: await endOfLogs(now), now })
  return {
    records: found.map(deliveryRecord),
    next: next ? { phase: 'deliveries', ...next } : { phase: 'parked' },
  }
}

function deliveryRecord({ delivery, payload }: CustomerDelivery): Record {
  const { webhookId, id, event, status, createdAt } = delivery
  return { type: 'delivery', webhookId, id, event, status, createdAt: isoTime(createdAt), payload }
}

async function readConversation(
  { organizationId, refs }: Customer,
  { id, cursor }: Position,
  now: number,
): Promise<Part> {
  const ref = refs.find((each) => id === undefined || each.id >= id)
  if (!ref) return { records: [], next: { phase: 'memory' } }
  const { items, after } = await readItems(organizationId, ref.id, cursor)
  const messages = items.flatMap((item) => messageOf(item) ?? [])
  const deliveries = await outsideLogs(await keysOfMessages(organizationId, messages, now), now)
  return {
    records: [...items.flatMap((item) => recordOf(item) ?? []), ...deliveries],
    next:
      after === undefined
        ? { phase: 'otherDeliveries', id: ref.id }
        : { phase: 'conversations', id: ref.id, cursor: after },
  }
}

/** Reads deliveries of a conversation that are not of its messages. The next conversation follows the last ones. */
async function readOtherDeliveries({ refs }: Customer, { id, cursor }: Position, now: number): Promise<Part> {
  const index = refs.findIndex((ref) => ref.id === id)
  const ref = refs[index]
  if (!ref) return { records: [], next: { phase: 'memory' } }
  const { keys, next } = await listOtherKeys(ref.id, cursor)
  const records = await outsideLogs(keys, now)
  if (next !== null) return { records, next: { phase: 'otherDeliveries', id: ref.id, cursor: next } }
  const following = refs[index + 1]
  return { records, next: following ? { phase: 'conversations', id: following.id } : { phase: 'memory' } }
}

/** Returns the deliveries that the logs, which were read first, do not include. */
async function outsideLogs(keys: readonly DeliveryKey[], now: number): Promise<Record[]> {
  const inLogs = firstIdAt(await endOfLogs(now))
  return (await getDeliveries(keys.filter((key) => key.id >= inLogs))).map(deliveryRecord)
}
