import type { CustomerErasure } from '@replywright/contract/customers.ts'
import type { EntityItem } from 'electrodb'
import { findAgent } from '../../agents/find-agent.ts'
import { eraseKeys, keysOf, listMemory } from '../../answering/memory/memory.ts'
import { numberOf, requireTrial } from '../../answering/sandbox/trial-entity.ts'
import { getTrial } from '../../answering/sandbox/trials.ts'
import { ConversationEntity } from '../../conversations/conversation-entity.ts'
import { contactId } from '../../conversations/find-or-create.ts'
import { CustomerEntity } from '../../conversations/opt-out.ts'
import { removeConversation } from '../../conversations/remove-conversation.ts'
import { expiryAfter, systemClock } from '../../platform/clock.ts'
import { conflict } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import type { Caller } from '../../platform/request.ts'
import { settings } from '../../platform/settings.ts'
import { entity, key } from '../../platform/table/entity.ts'
import { expiresAtAttribute } from '../../platform/table/table.ts'
import { eraseItem, type Item, messageOf, readItems } from './conversation-items.ts'
import {
  endAfter,
  eraseDelivery,
  erasePayload,
  keysOfMessages,
  listOtherKeys,
  listOtherPayloads,
  markIndexed,
  readDeliveries,
} from './customer-deliveries.ts'
import { eraseParked, readParked } from './customer-parked.ts'
import {
  type Customer,
  type CustomerRef,
  decodePosition,
  encodePosition,
  findCustomer,
  namesOf,
  ownersOf,
  type Position,
} from './find-customer.ts'

/**
 * The erasure of a customer, without their data: `restore` leaves out what it names. Access: all of an organisation.
 * Kept for a year, which is longer than backups usually are.
 */
export const ErasureEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'erasure', version: '1' },
  attributes: {
    organizationId: { type: 'string', required: true, readOnly: true },
    /** The customer's id (`contactId`), a hash of the phone number or of the provider's user id. */
    customer: { type: 'string', required: true, readOnly: true },
    /** The ids of their conversations, and those under which agents remembered them. */
    ids: { type: 'set', items: 'string' },
    /** The time of the latest step in milliseconds. */
    erasedAt: { type: 'number', required: true },
    expiresAt: { ...expiresAtAttribute, required: true },
  },
  indexes: {
    byCustomer: { pk: key('pk', 'erasure#${organizationId}'), sk: key('sk', '${customer}') },
  },
}))
export type ErasureItem = EntityItem<typeof ErasureEntity>

/** A step reads pages for this time, and returns before the timeout of a function. */
const STEP_MILLISECONDS = 6000
const PAUSE_MILLISECONDS = 15 * 60_000
/** Longer than the timeout of the ingress, which may still write the deliveries of a message. */
const INTAKE_MILLISECONDS = 30_000

/** A message has a few possible deliveries for each webhook, and each is a transaction. */
const AT_ONCE = 10

/** The kinds of the items that `removeConversation` deletes. */
const REMOVED_LAST = ['conversation', 'conversationExpiry']

/** The next position, and what this part erased. */
interface Part {
  readonly erased?: Readonly<Record<string, number>>
  readonly waitSeconds?: number
  readonly next: Position | null
}

/**
 * Erases the next part of a customer's data, for about six seconds. Idempotent: after an interruption, the caller
 * starts again without a cursor. Agents are paused until the end, because a running turn stores its reply. The
 * conversation is deleted last, because it names the other refs. A message that arrives later starts a new
 * conversation.
 * @throws ServiceError 400 for an invalid cursor
 */
export async function eraseStep(
  organizationId: string,
  key: string,
  cursor: string | undefined,
  now: number,
): Promise<CustomerErasure> {
  const erased: Record<string, number> = {}
  const started = systemClock()
  let position: Position | null = decodePosition(cursor, now)
  const found = await findCustomer(organizationId, key)
  await recordErasure(found, now)
  const pausedAt = await pauseAgents(found, position.pausedAt, now)
  const end = endAfter(await markIndexed(now))
  let waitSeconds = 0
  while (position && waitSeconds === 0 && systemClock() - started < STEP_MILLISECONDS) {
    const customer = await findCustomer(organizationId, key)
    const part: Part = await erasePart(customer, { ...position, pausedAt, end }, now + systemClock() - started)
    for (const [type, count] of Object.entries(part.erased ?? {})) erased[type] = (erased[type] ?? 0) + count
    waitSeconds = part.waitSeconds ?? 0
    position = part.next && { ...part.next, pausedAt }
  }
  log('customer.erased', { organizationId, ...erased, isDone: position === null })
  return { erased, waitSeconds, next: encodePosition(position) }
}

/**
 * Pauses the agents of the customer's conversations, or extends the pause of an earlier step. Returns since when they
 * are paused, in milliseconds: turns that began earlier may still be running, also those of wake-ups and those that
 * waited for a model.
 */
async function pauseAgents({ refs }: Customer, pausedAt: number | undefined, now: number): Promise<number> {
  const conversations = refs.flatMap(({ conversation }) => conversation ?? [])
  const isPaused = conversations.every(({ humanTakeoverUntil = 0 }) => humanTakeoverUntil > now)
  await Promise.all(
    conversations.map(({ organizationId, id, humanTakeoverUntil = 0 }) =>
      ConversationEntity.patch({ organizationId, id })
        .set({ humanTakeoverUntil: Math.max(humanTakeoverUntil, now + PAUSE_MILLISECONDS) })
        .go({ returnOnConditionCheckFailure: true }),
    ),
  )
  return pausedAt !== undefined && isPaused ? pausedAt : now
}

async function erasePart(
  customer: Customer,
  position: Position & { readonly pausedAt: number; readonly end: number },
  now: number,
): Promise<Part> {
  switch (position.phase) {
    case 'deliveries': {
      const { found, next } = await readDeliveries(customer, position, { end: position.end, now })
      await Promise.all(found.map(({ delivery }) => eraseDelivery(delivery)))
      return {
        erased: { deliveries: found.length },
        next: next ? { phase: 'deliveries', ...next } : { phase: 'parked' },
      }
    }
    case 'parked': {
      const { found, next } = await readParked(customer, position, now)
      await Promise.all(found.map(eraseParked))
      return { erased: { parkedEvents: found.length }, next: next ? { phase: 'parked', ...next } : { phase: 'memory' } }
    }
    case 'memory':
      return { erased: { memories: await forget(customer, now) }, next: { phase: 'conversations' } }
    case 'conversations':
    case 'otherDeliveries':
      return await eraseConversation(customer, position, now)
  }
}

/**
 * Erases what agents remember, also what a running turn could still write, and the customer's choice about marketing.
 * Returns the number of remembered values.
 */
async function forget(customer: Customer, now: number): Promise<number> {
  const { organizationId, refs } = customer
  const owners = ownersOf(customer)
  const stored = await listMemory(organizationId, owners)
  const ids = new Set(refs.flatMap(({ conversation, number }) => conversation?.agentId ?? number.agentId ?? []))
  const agents = await Promise.all([...ids].map((id) => findAgent(organizationId, id)))
  await eraseKeys(organizationId, owners, [...stored, ...agents.flatMap(keysOf)], now)
  await Promise.all(namesOf(customer).map((name) => CustomerEntity.delete({ organizationId, customer: name }).go()))
  return stored.filter(({ erasedAt }) => erasedAt === undefined).length
}

/** Erases one page of a conversation's items, or the conversation itself after its other items. */
async function eraseConversation(
  customer: Customer,
  { id, pausedAt }: { readonly id?: string | undefined; readonly pausedAt: number },
  now: number,
): Promise<Part> {
  const { organizationId, refs } = customer
  const ref = refs.find((each) => id === undefined || each.id >= id)
  if (!ref) return { next: null }
  const here = { phase: 'conversations', id: ref.id } as const
  const turnMilliseconds = settings.ERASURE_PAUSE_SECONDS * 1000
  const turnsEnd = ref.conversation ? pausedAt + turnMilliseconds : 0
  if (turnsEnd > now) return { waitSeconds: Math.ceil((turnsEnd - now) / 1000), next: here }

  const { items } = await readItems(organizationId, ref.id)
  const others = items.filter(({ _e }) => !REMOVED_LAST.includes(_e))
  const messages = others.flatMap((item) => messageOf(item) ?? [])
  const takenAt = Math.max(0, ...messages.map((message) => message.takenAt))
  // A service whose turns are short, such as that of tests, has a short intake, too.
  const intakeEnds = takenAt + Math.min(INTAKE_MILLISECONDS, turnMilliseconds)
  if (intakeEnds > now) return { waitSeconds: Math.ceil((intakeEnds - now) / 1000), next: here }
  const deliveries = new Set<string>()
  for (let start = 0; start < others.length; start += AT_ONCE)
    for (const id of await eraseItems(others.slice(start, start + AT_ONCE), ref, now)) deliveries.add(id)
  if (others.length > 0)
    return {
      erased: {
        messages: messages.length,
        records: others.length - messages.length,
        deliveries: deliveries.size,
      },
      next: here,
    }

  const [{ keys }, payloads] = await Promise.all([listOtherKeys(ref.id), listOtherPayloads(ref.id)])
  await Promise.all(keys.map(eraseDelivery))
  await Promise.all(payloads.map(erasePayload))
  if (keys.length + payloads.length > 0) return { erased: { deliveries: keys.length }, next: here }
  // A turn that has ended meanwhile may have been handed to another agent, whose keys were not known.
  const memories = ref.conversation ? await eraseKnown(customer, now) : 0
  const isRemoved = ref.conversation === null || (await removeConversation(ref.conversation, ref.number, customer.name))
  if (!isRemoved) return { next: here }
  const following = refs[refs.indexOf(ref) + 1]
  return {
    erased: { conversations: ref.conversation ? 1 : 0, memories },
    next: following ? { phase: 'conversations', id: following.id } : null,
  }
}

/** Erases items of a conversation. Returns the ids that deliveries of its messages can have. */
async function eraseItems(items: readonly Item[], ref: CustomerRef, now: number): Promise<string[]> {
  const messages = items.flatMap((item) => messageOf(item) ?? [])
  // Before the messages, which name them.
  const keys = await keysOfMessages(ref.number.organizationId, messages, now)
  await Promise.all(keys.map(eraseDelivery))
  await Promise.all(items.map((item) => eraseItem(item, ref)))
  return keys.map(({ id }) => id)
}

/** Erases what is remembered of a customer, and returns its number. */
async function eraseKnown(customer: Customer, now: number): Promise<number> {
  const { organizationId } = customer
  const owners = ownersOf(customer)
  const known = (await listMemory(organizationId, owners)).filter(({ erasedAt }) => erasedAt === undefined)
  await eraseKeys(organizationId, owners, known, now)
  return known.length
}

const KEPT_DAYS = 365

/**
 * Stores that a customer is erased at `now`, in milliseconds. Called before anything is erased, because later steps no
 * longer find what names the ids.
 */
async function recordErasure(customer: Customer, now: number): Promise<void> {
  const { organizationId, name, refs } = customer
  await ErasureEntity.upsert({
    organizationId,
    customer: contactId({ organizationId, contactNumber: name, id: '' }),
    erasedAt: now,
    expiresAt: expiryAfter(now, KEPT_DAYS),
  })
    .add({ ids: [...refs.map(({ id }) => id), ...ownersOf(customer)] })
    .go()
}

/** Deletes a trial of the API. @throws ServiceError 404 for an unknown trial, 409 while the agent replies */
export async function deleteTrial(caller: Caller, agentId: string, trialId: string, now: number): Promise<undefined> {
  const conversation = await requireTrial(caller, agentId, trialId)
  const { state } = await getTrial(caller, agentId, trialId, now)
  if (state === 'answering')
    throw conflict('trial_in_progress', 'The agent is replying. Get the trial until it is idle.')
  let cursor: string | undefined
  do {
    const { next } = await eraseStep(caller.organizationId, numberOf(conversation), cursor, now)
    cursor = next ?? undefined
  } while (cursor !== undefined)
}
