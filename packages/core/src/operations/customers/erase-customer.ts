import type { CustomerErasure } from '@replywright/contract/customers.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { findAgent } from '../../agents/find-agent.ts'
import { eraseKeys, keysOf, listMemory } from '../../answering/memory/memory.ts'
import { listKnownNumbers } from '../../channel/numbers/numbers.ts'
import { erasePhoneContacts } from '../../conversations/coexistence/phone-contact-entity.ts'
import type { CustomerItem } from '../../conversations/customers/customer-entity.ts'
import { findCustomerItem } from '../../conversations/customers/load-identity.ts'
import { keysOfCustomer } from '../../conversations/customers/names.ts'
import { returnMoved } from '../../conversations/customers/return-moved.ts'
import { deleteRecord } from '../../conversations/customers/undo-merge.ts'
import { forgetConsent } from '../../conversations/opt-out.ts'
import { cutCustomer, releaseNames } from '../../conversations/remove-conversation.ts'
import { newId, systemClock } from '../../platform/clock.ts'
import { log } from '../../platform/log/log.ts'
import { settings } from '../../platform/settings.ts'
import { retryConflict } from '../../platform/table/transact.ts'
import { eraseItem, type Item, messageOf, readItems } from './conversation-items.ts'
import { eraseDelivery, erasePayload, keysOfMessages, listOtherKeys, listOtherPayloads } from './customer-deliveries.ts'
import { eraseParked, readParked } from './customer-parked.ts'
import { ErasureEntity, erasureKey, findErasure, type OpenPart, recordErasure } from './erasure-entity.ts'
import {
  type Customer,
  type CustomerRef,
  decodePosition,
  encodePosition,
  findCustomer,
  getCustomer,
  namesOf,
  ownersOf,
  type Position,
} from './find-customer.ts'

/** A step reads pages for this time, and returns before the timeout of a function. */
const STEP_MILLISECONDS = 6000

/** A message has a few possible deliveries for each webhook, and each is a transaction. */
const AT_ONCE = 10

/** A conversation that is being erased. */
interface Target extends CustomerRef {
  readonly conversation: null
}

interface Erasing extends Customer {
  readonly refs: readonly Target[]
  /** The ids under which agents remember the customer. */
  readonly owners: readonly string[]
  /** The ids of customers whom the next messages create, and the names that lead to them. */
  readonly successors: readonly Pick<OpenPart, 'successor' | 'names'>[]
}

/** The next position, and what this part erased. */
interface Part {
  readonly erased?: Readonly<Record<string, number>>
  readonly waitSeconds?: number
  readonly next: Position | null
}

/**
 * Erases the next part of a customer's data, for about six seconds. The first step cuts off the conversations: what the
 * customer writes from then on starts a new conversation, which stays. So the erasure ends, however many messages
 * arrive. The steps after it wait once for the functions that read a conversation before, which may still write to it.
 * Idempotent: after an interruption, the caller starts again without a cursor, which cuts off the new conversation,
 * too.
 */
export async function eraseStep(
  organizationId: string,
  key: string,
  cursor: string | undefined,
  now: EpochMs,
): Promise<CustomerErasure> {
  const erased: Record<string, number> = {}
  const kept: Record<string, number> = {}
  const add = (counts: Part['erased'] = {}) => {
    for (const [type, count] of Object.entries(counts)) erased[type] = (erased[type] ?? 0) + count
  }
  const started = systemClock()
  let position: Position | null = decodePosition(cursor, now)
  const found = await findCustomer(organizationId, key)
  if (position.cutAt === undefined) {
    if (!found.item && !(await findErasure(found))) await getCustomer(organizationId, key)
    const { cutAt, refusesMarketing, ...cut } = await cutOff(found, now)
    add(cut)
    if (refusesMarketing) kept.optOuts = 1
    position = { ...position, cutAt }
  }
  const { cutAt } = position
  const customer = await erasing(found)
  let waitSeconds = 0
  while (position && waitSeconds === 0 && systemClock() - started < STEP_MILLISECONDS) {
    const part: Part = await erasePart(customer, { ...position, cutAt }, now + systemClock() - started)
    add(part.erased)
    waitSeconds = part.waitSeconds ?? 0
    position = part.next && { ...part.next, cutAt }
  }
  if (position === null) await endErasure(customer, now)
  log('customer.erased', { organizationId, ...erased, isDone: position === null })
  return { erased, kept, waitSeconds, next: encodePosition(position) }
}

/** Attempts to cut off a conversation while its names are linked concurrently. */
const TRIES = 10

/**
 * Forgets the customer and cuts off the conversations (`cutConversation`). Stores before what is to be erased. Returns
 * their number, and when one was last cut off: 0 if there was none.
 */
async function cutOff(
  customer: Customer,
  now: EpochMs,
): Promise<{
  readonly cutAt: EpochMs
  readonly conversations: number
  readonly memories: number
  readonly refusesMarketing: boolean
}> {
  const { organizationId, refs, item } = customer
  const before = await findErasure(customer)
  const names = item ? keysOfCustomer(item) : []
  const successor = newId()
  const parts = refs.map(({ number, id }) => ({ phoneNumberId: number.phoneNumberId, id, successor, names }))
  const [first] = customer.numbers
  // A customer without a conversation has names, too.
  if (item && first && parts.length === 0)
    parts.push({ phoneNumberId: first.phoneNumberId, id: item.id, successor, names })
  const conversations = refs.filter(({ conversation }) => conversation).length
  // What an interrupted erasure has cut off.
  const kept = before?.open ?? []
  const cutAt = conversations > 0 ? now : (before?.cutAt ?? 0)
  await recordErasure(customer, [...kept, ...parts], { now, cutAt })
  if (item) await forgetMerges(item, now)
  const memories = await forget(customer, now)
  await erasePhoneContacts(
    customer.numbers.map(({ phoneNumberId }) => phoneNumberId),
    namesOf(customer),
  )
  const refusesMarketing = await forgetConsent(organizationId, namesOf(customer))
  if (item)
    await retryConflict(TRIES, 'The customer was changed concurrently. Try again.', async () => {
      const stored = await findCustomerItem(organizationId, item.id)
      if (!stored) return true
      return (await cutCustomer(stored, successor)) || undefined
    })
  return { cutAt, conversations, memories, refusesMarketing }
}

/** Completes undone merges of a customer, whose messages may be with the other one, and deletes what would undo others. */
async function forgetMerges({ organizationId, id, merged = [] }: CustomerItem, now: EpochMs): Promise<void> {
  for (const each of [id, ...merged.map((merge) => merge.id)]) {
    await returnMoved(organizationId, each, now)
    await deleteRecord(organizationId, each)
  }
}

/** Returns the customer with what is to be erased, in the order of the conversations' ids. */
async function erasing(customer: Customer): Promise<Erasing> {
  const [erasure, numbers] = await Promise.all([findErasure(customer), listKnownNumbers(customer.organizationId)])
  const open = erasure?.open ?? []
  const found = open.flatMap(({ phoneNumberId, id }): Target[] => {
    const number = numbers.find((each) => each.phoneNumberId === phoneNumberId)
    return number ? [{ number, id, conversation: null }] : []
  })
  // Two erasures at the same moment, or one that is repeated after a crash, name a conversation twice.
  const refs = [...new Map(found.map((ref) => [ref.id, ref])).values()]
  return {
    ...customer,
    refs: refs.toSorted((one, other) => (one.id < other.id ? -1 : 1)),
    owners: [...(erasure?.ids ?? [])],
    successors: open,
  }
}

/** Releases the names of the customer, and removes them from the record of the erasure. */
async function endErasure(customer: Erasing, now: EpochMs): Promise<void> {
  const { organizationId, successors } = customer
  for (const released of successors) await releaseNames(organizationId, released, now)
  await ErasureEntity.patch(erasureKey(customer)).remove(['open']).go({ returnOnConditionCheckFailure: true })
}

async function erasePart(
  customer: Erasing,
  position: Position & { readonly cutAt: EpochMs | undefined },
  now: EpochMs,
): Promise<Part> {
  switch (position.phase) {
    case 'parked': {
      const { found, next } = await readParked(customer, position, now)
      await Promise.all(found.map(eraseParked))
      return {
        erased: { parkedEvents: found.length },
        next: next ? { phase: 'parked', ...next } : { phase: 'conversations' },
      }
    }
    case 'conversations':
    case 'memory':
    case 'otherDeliveries':
      return await eraseConversation(customer, position, now)
  }
}

/**
 * Erases what agents remember, also what a running turn could still write.
 * Returns the number of remembered values.
 */
async function forget(customer: Customer, now: EpochMs): Promise<number> {
  const { organizationId, refs } = customer
  const owners = ownersOf(customer)
  const stored = await listMemory(organizationId, owners)
  const ids = new Set(refs.flatMap(({ conversation, number }) => conversation?.agentId ?? number.agentId ?? []))
  const agents = await Promise.all([...ids].map((id) => findAgent(organizationId, id)))
  await eraseKeys(organizationId, owners, [...stored, ...agents.flatMap(keysOf)], now)
  return stored.filter(({ erasedAt }) => erasedAt === undefined).length
}

/** Erases one page of a conversation's items, or its customer's names after them. */
async function eraseConversation(
  customer: Erasing,
  { id, cutAt = 0 }: { readonly id?: string | undefined; readonly cutAt: EpochMs | undefined },
  now: EpochMs,
): Promise<Part> {
  const { organizationId, refs } = customer
  const ref = refs.find((each) => id === undefined || each.id >= id)
  if (!ref) return { next: null }
  const here = { phase: 'conversations', id: ref.id } as const
  const writersEnd = cutAt === 0 ? 0 : cutAt + settings.ERASURE_PAUSE_SECONDS * 1000
  if (writersEnd > now) return { waitSeconds: Math.ceil((writersEnd - now) / 1000), next: here }
  const following = refs[refs.indexOf(ref) + 1]
  const next = following ? ({ phase: 'conversations', id: following.id } as const) : null
  const { items } = await readItems(organizationId, ref.id)
  const messages = items.flatMap((item) => messageOf(item) ?? [])
  const deliveries = new Set<string>()
  for (let start = 0; start < items.length; start += AT_ONCE)
    for (const delivery of await eraseItems(items.slice(start, start + AT_ONCE), ref, now)) deliveries.add(delivery)
  if (items.length > 0)
    return {
      erased: { messages: messages.length, records: items.length - messages.length, deliveries: deliveries.size },
      next: here,
    }

  const [{ keys }, payloads] = await Promise.all([listOtherKeys(ref.id), listOtherPayloads(ref.id)])
  await Promise.all(keys.map(eraseDelivery))
  await Promise.all(payloads.map(erasePayload))
  if (keys.length + payloads.length > 0) return { erased: { deliveries: keys.length }, next: here }
  // A turn that was running at the cut may have remembered something.
  const memories = cutAt === 0 ? 0 : await eraseKnown(customer, now)
  return { erased: { memories }, next }
}

/** Erases items of a conversation. Returns the ids that deliveries of its messages can have. */
async function eraseItems(items: readonly Item[], ref: CustomerRef, now: EpochMs): Promise<string[]> {
  const messages = items.flatMap((item) => messageOf(item) ?? [])
  // Before the messages, which name them.
  const keys = await keysOfMessages(ref.number.organizationId, messages, now)
  await Promise.all(keys.map(eraseDelivery))
  await Promise.all(items.map((item) => eraseItem(item, ref, now)))
  return keys.map(({ id }) => id)
}

/** Erases what is remembered of a customer, and returns its number. */
async function eraseKnown({ organizationId, owners }: Erasing, now: EpochMs): Promise<number> {
  const known = (await listMemory(organizationId, owners)).filter(({ erasedAt }) => erasedAt === undefined)
  await eraseKeys(organizationId, owners, known, now)
  return known.length
}
