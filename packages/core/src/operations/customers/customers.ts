import type { CustomerExport, CustomerInput, Customer as View } from '@replywright/contract/customers.ts'
import { parseExactJson } from '@replywright/contract/exact-json.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { findAgent } from '../../agents/find-agent.ts'
import { givenMemory, listMemory, storeGiven } from '../../answering/memory/memory.ts'
import { ConversationEntity } from '../../conversations/conversation-entity.ts'
import { lastMergeOf, UNDO_DAYS } from '../../conversations/customers/last-merge.ts'
import { createCustomer } from '../../conversations/customers/resolve.ts'
import { viewName } from '../../conversations/customers/view-names.ts'
import { isKnown, type MemoryItem } from '../../conversations/memory-entity.ts'
import { chooseFor, findOptedOut } from '../../conversations/opt-out.ts'
import { DAY_MILLISECONDS, isoTime } from '../../platform/clock.ts'
import { invalidField } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { messageOf, readItems, recordOf } from './conversation-items.ts'
import {
  type CustomerDelivery,
  type DeliveryKey,
  getDeliveries,
  keysByMessage,
  listOtherKeys,
} from './customer-deliveries.ts'
import { type ParkedEvent, readParked } from './customer-parked.ts'
import { type ExportRecord, type Placed, partsOf, tellFrom } from './export-part.ts'
import {
  type Customer,
  decodePosition,
  encodePosition,
  getCustomer,
  namesOf,
  ownersOf,
  type Position,
} from './find-customer.ts'

/** Returns what is stored of a customer. Does not search the deliveries. */
export async function viewCustomer(organizationId: string, key: string, now: EpochMs): Promise<View> {
  const customer = await getCustomer(organizationId, key)
  const [stored, optedOut] = await Promise.all([
    listMemory(organizationId, ownersOf(customer)),
    findOptedOut(organizationId, namesOf(customer)),
  ])
  const known = stored.filter((item) => isKnown(item, now))
  // Not those of trials.
  const shown = known.filter(({ ownerId }) => ownerId === customer.item?.id)
  const found = customer.refs.flatMap(({ conversation, number }) => (conversation ? [{ conversation, number }] : []))
  return {
    name: found.map(({ conversation }) => conversation.contactName).find((text) => text !== '') ?? '',
    id: customer.item?.id ?? '',
    names: (customer.item?.names ?? []).toSorted((one, other) => other.from - one.from).map(viewName),
    optedOut,
    conversations: found.map(({ conversation, number }) => ({
      id: conversation.id,
      msgNumber: number.number,
      isSandbox: number.sandbox,
      messages: conversation.messageCount ?? 0,
    })),
    memory: await memoryByAgent(organizationId, shown),
    memories: known.length,
    lastMerge: viewMerge(customer.item, now),
  }
}

function viewMerge(item: Customer['item'], now: EpochMs): View['lastMerge'] {
  const last = item && lastMergeOf(item, now)
  if (!last) return null
  return { id: last.id, mergedAt: isoTime(last.at), undoUntil: isoTime(last.at + UNDO_DAYS * DAY_MILLISECONDS) }
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
  now: EpochMs,
): Promise<View> {
  const customer = await getCustomer(organizationId, key)
  const conversations = customer.refs.flatMap(({ conversation }) => conversation ?? [])
  if (name !== undefined && conversations.length === 0) throw invalidField('name', NO_CONVERSATION)
  if (memory.length > 0 && !customer.item && customer.names.contactNumber === undefined)
    throw invalidField('memory', NO_CONVERSATION)
  const given = await Promise.all(
    memory.map(async ({ agentId, values }, index) => {
      const agent = await findAgent(organizationId, agentId)
      if (!agent) throw invalidField(`memory.${index}.agentId`, 'no such agent')
      return { agentId, values: givenMemory(agent.settings, values, `memory.${index}.values`) }
    }),
  )
  const ownerId =
    given.length > 0 ? (customer.item ?? (await createCustomer(organizationId, customer.names, now))).id : ''
  await Promise.all([
    ...(optedOut === undefined ? [] : [chooseFor(organizationId, namesOf(customer), { optedOut, at: now })]),
    ...(name === undefined
      ? []
      : conversations.map(({ id }) =>
          ConversationEntity.patch({ organizationId, id })
            .set({ contactName: name, hasOwnName: true })
            .remove(['namedByPhone'])
            .go({ returnOnConditionCheckFailure: true }),
        )),
    ...given.map(({ agentId, values }) => storeGiven({ organizationId, agentId }, [ownerId], values, now)),
  ])
  log('customer.changed', { organizationId })
  return await viewCustomer(organizationId, key, now)
}

interface Part {
  readonly records: readonly ExportRecord[]
  readonly next: Position | null
}

/**
 * Reads the next part of a customer's data: at most 100 items, and the deliveries of them, or fewer if they are larger
 * than 4 MB. `cursor` is the `next` of the step before.
 */
export async function exportStep(
  organizationId: string,
  key: string,
  cursor: string | undefined,
  now: EpochMs,
): Promise<CustomerExport> {
  const customer = await getCustomer(organizationId, key)
  const { records, next } = await readPart(customer, decodePosition(cursor, now), now)
  return { records: [...records], next: encodePosition(next) }
}

async function readPart(customer: Customer, position: Position, now: EpochMs): Promise<Part> {
  switch (position.phase) {
    case 'parked': {
      const { found, next } = await readParked(customer, position, now)
      return partOf(
        found.flatMap(placedParked),
        position,
        next ? { phase: 'parked', ...next } : { phase: 'conversations' },
      )
    }
    case 'conversations':
      return await readConversation(customer, position, now)
    case 'otherDeliveries':
      return await readOtherDeliveries(customer, position)
    case 'memory':
      return partOf(await readMemory(customer, now), position, null)
  }
}

/** Returns the next records of a page at `position`; `after` is the position behind the page. */
function partOf(page: readonly Placed[], position: Position, after: Position | null): Part {
  const { records, told } = tellFrom(page, position.told)
  return { records, next: told === undefined ? after : { ...position, told } }
}

function placedDelivery({ delivery, payload }: CustomerDelivery): Placed {
  const { webhookId, id, event, status, createdAt } = delivery
  const record = { type: 'delivery', webhookId, id, event, status, createdAt: isoTime(createdAt), payload }
  return { place: placeOf(delivery), record }
}

function placeOf({ webhookId, id, shard }: DeliveryKey): string {
  return `${id}#${webhookId}#${shard}`
}

function placedParked({ day, id, reason, raw }: ParkedEvent): Placed[] {
  const parts = partsOf(raw)
  return parts.map((text, index) => ({
    place: `${id}#${String(index).padStart(3, '0')}`,
    record: {
      type: 'parkedEvent',
      day,
      reason,
      raw: text,
      ...(parts.length > 1 && { part: index + 1, parts: parts.length }),
    },
  }))
}

async function readMemory(customer: Customer, now: EpochMs): Promise<Placed[]> {
  const items = await listMemory(customer.organizationId, ownersOf(customer))
  const optedOut = await findOptedOut(customer.organizationId, namesOf(customer))
  const { item } = customer
  return [
    // The first place.
    ...(item ? [{ place: ' ', record: { type: 'customer', id: item.id, names: item.names.map(viewName) } }] : []),
    ...items
      .filter((item) => isKnown(item, now))
      .map(({ agentId, keyId, ownerId, value }) => ({
        place: `${agentId}#${keyId}#${ownerId}`,
        record: { type: 'memory', agentId, keyId, value },
      })),
    // The last place.
    ...(optedOut ? [{ place: '~', record: { type: 'marketing', optedOut: true } }] : []),
  ]
}

/** The deliveries that are read at once, of which each can be as large as an item. */
const AT_ONCE = 50

async function readConversation(customer: Customer, position: Position, now: EpochMs): Promise<Part> {
  const { organizationId, refs } = customer
  const ref = refs.find((each) => position.id === undefined || each.id >= position.id)
  if (!ref) return { records: [], next: { phase: 'memory' } }
  const here = { ...position, id: ref.id }
  const { items, after } = await readItems(organizationId, ref.id, position.cursor)
  const keys = await keysByMessage(
    organizationId,
    items.flatMap((item) => messageOf(item) ?? []),
    now,
  )
  const own = items.flatMap((item): Placed[] => {
    const record = recordOf(item)
    return record ? [{ place: item.sk, record }] : []
  })
  const wanted = items
    .flatMap((item) =>
      (keys.get(messageOf(item)?.id ?? '') ?? []).map((key) => ({ key, place: `${item.sk}#${placeOf(key)}` })),
    )
    .filter(({ place }) => position.told === undefined || place > position.told)
    .toSorted((one, other) => (one.place < other.place ? -1 : 1))
  const next: Position =
    after === undefined
      ? { phase: 'otherDeliveries', id: ref.id }
      : { phase: 'conversations', id: ref.id, cursor: after }
  const found: Placed[] = []
  for (let start = 0; start < wanted.length; start += AT_ONCE) {
    const some = wanted.slice(start, start + AT_ONCE)
    const places = new Map(some.map(({ key, place }) => [placeOf(key), place]))
    const deliveries = (await getDeliveries(some.map(({ key }) => key))).map(placedDelivery)
    found.push(...deliveries.map(({ place, record }) => ({ place: places.get(place) ?? place, record })))
    const until = some.at(-1)?.place ?? ''
    const part = partOf([...own.filter(({ place }) => place <= until), ...found], here, next)
    // What follows is not read if this fills a step.
    if (part.next !== next) return part
  }
  return partOf([...own, ...found], here, next)
}

/** Reads deliveries of a conversation that are not of its messages. The next conversation follows the last ones. */
async function readOtherDeliveries({ refs }: Customer, position: Position): Promise<Part> {
  const { id, cursor } = position
  const index = refs.findIndex((ref) => ref.id === id)
  const ref = refs[index]
  if (!ref) return { records: [], next: { phase: 'memory' } }
  const { keys, next } = await listOtherKeys(ref.id, cursor)
  const deliveries = await getDeliveries(keys)
  const following = refs[index + 1]
  const rest: Position = following ? { phase: 'conversations', id: following.id } : { phase: 'memory' }
  const after: Position = next === null ? rest : { phase: 'otherDeliveries', id: ref.id, cursor: next }
  return partOf(deliveries.map(placedDelivery), position, after)
}
