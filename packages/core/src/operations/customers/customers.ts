import type { CustomerExport, CustomerInput, Customer as View } from '@replywright/contract/customers.ts'
import { parseExactJson } from '@replywright/contract/exact-json.ts'
import { findAgent } from '../../agents/find-agent.ts'
import { givenMemory, listMemory, storeGiven } from '../../answering/memory/memory.ts'
import { ConversationEntity } from '../../conversations/conversation-entity.ts'
import { isKnown, type MemoryItem } from '../../conversations/memory-entity.ts'
import { findOptedOut, setOptedOut } from '../../conversations/opt-out.ts'
import { firstIdAt } from '../../deliveries/index-range.ts'
import { isoTime } from '../../platform/clock.ts'
import { invalidField } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
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
import {
  type Customer,
  decodePosition,
  encodePosition,
  findCustomer,
  memoriesOf,
  namesOf,
  ownersOf,
  type Position,
} from './find-customer.ts'

/** Returns what is stored of a customer. Does not search the deliveries. */
export async function viewCustomer(organizationId: string, key: string, now: number): Promise<View> {
  const customer = await findCustomer(organizationId, key)
  const [stored, optedOut] = await Promise.all([
    listMemory(organizationId, ownersOf(customer)),
    findOptedOut(organizationId, namesOf(customer)),
  ])
  const known = stored.filter((item) => isKnown(item, now))
  const owners = memoriesOf(customer).flat()
  // A later owner's value of the same key replaces an earlier one's (`memoryOwners`).
  const shown = owners.flatMap((ownerId) => known.filter((item) => item.ownerId === ownerId))
  const found = customer.refs.flatMap(({ conversation, number }) => (conversation ? [{ conversation, number }] : []))
  return {
    name: found.map(({ conversation }) => conversation.contactName).find((text) => text !== '') ?? '',
    optedOut,
    conversations: found.map(({ conversation, number }) => ({
      id: conversation.id,
      msgNumber: number.number,
      isSandbox: number.sandbox,
      messages: conversation.messageCount ?? 0,
    })),
    memory: await memoryByAgent(organizationId, shown),
    memories: known.length,
  }
}

async function memoryByAgent(organizationId: string, items: readonly MemoryItem[]): Promise<View['memory']> {
  const byAgent = [...Map.groupBy(items, ({ agentId }) => agentId)]
  const agents = await Promise.all(byAgent.map(([agentId]) => findAgent(organizationId, agentId)))
  return byAgent.flatMap(([agentId, values], index) => {
    const keys = new Map(agents[index]?.settings.memoryKeys.map(({ id, key }) => [id, key]))
    const named = values.flatMap(({ keyId, value }) => {
      const key = keys.get(keyId)
      return key === undefined ? [] : [[key, parseExactJson(value)] as const]
    })
    return named.length === 0 ? [] : [{ agentId, values: Object.fromEntries(named) }]
  })
}

const NO_CONVERSATION = 'requires a conversation with the customer'

/**
 * `PATCH /customers/{customer}/`: changes a customer, and returns what is stored.
 * @throws ServiceError 400 for a name, or the memory of a customer without a phone number, without a conversation; for
 * an unknown agent; as `givenMemory`
 */
export async function updateCustomer(
  organizationId: string,
  key: string,
  { name, optedOut, memory = [] }: CustomerInput,
  now: number,
): Promise<View> {
  const customer = await findCustomer(organizationId, key)
  const conversations = customer.refs.flatMap(({ conversation }) => conversation ?? [])
  const memories = memoriesOf(customer)
  if (name !== undefined && conversations.length === 0) throw invalidField('name', NO_CONVERSATION)
  if (memory.length > 0 && memories.length === 0) throw invalidField('memory', NO_CONVERSATION)
  const given = await Promise.all(
    memory.map(async ({ agentId, values }, index) => {
      const agent = await findAgent(organizationId, agentId)
      if (!agent) throw invalidField(`memory.${index}.agentId`, 'no such agent')
      return { agentId, values: givenMemory(agent.settings, values, `memory.${index}.values`) }
    }),
  )
  const contact = customer.isPhoneNumber ? { contactNumber: customer.name } : { contactUserId: customer.name }
  await Promise.all([
    // A conversation may know the customer by another number.
    ...(optedOut === undefined
      ? []
      : [contact, ...conversations].map((names) => setOptedOut(organizationId, names, { optedOut, at: now }))),
    ...(name === undefined
      ? []
      : conversations.map(({ id }) =>
          ConversationEntity.patch({ organizationId, id })
            .set({ contactName: name, hasOwnName: true })
            .go({ returnOnConditionCheckFailure: true }),
        )),
    ...given.flatMap(({ agentId, values }) =>
      memories.map((owners) => storeGiven({ organizationId, agentId }, owners, values, now)),
    ),
  ])
  log('customer.changed', { organizationId })
  return await viewCustomer(organizationId, key, now)
}

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
