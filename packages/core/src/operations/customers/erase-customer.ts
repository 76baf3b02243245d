import type { CustomerErasure } from '@messaging/contract/dashboard/customers.ts'
import { findAgent } from '../../agents/agents/find-agent.ts'
import { eraseKeys, keysOf, listMemory } from '../../answering/memory/view-memory.ts'
import { ConversationEntity } from '../../conversations/conversations/conversation-entity.ts'
import { MessageEntity } from '../../conversations/messages/message-entity.ts'
import { awaitsAnswer } from '../../conversations/messages/turn-message.ts'
import { systemClock } from '../../platform/clock.ts'
import { log } from '../../platform/log/log.ts'
import { eraseItem, readItems } from './conversation-items.ts'
import { eraseDelivery, readDeliveries } from './customer-deliveries.ts'
import { eraseParked, findParked } from './customer-parked.ts'
import { type Customer, type CustomerPlace, findCustomer, ownersOf } from './find-customer.ts'
import { removeConversation } from './remove-conversation.ts'
import { decodePosition, encodePosition, type Position } from './step-cursor.ts'

/** A step reads pages for this time, and returns before the timeout of a function. */
const STEP_MILLISECONDS = 6000
/** Longer than a turn: its deadline, and the time to store its outcome. */
const TURN_MILLISECONDS = 120_000
const PAUSE_MILLISECONDS = 15 * 60_000
const RECENT_MESSAGES = 20

/** The next position, and what this part erased. */
interface Part {
  readonly erased?: Readonly<Record<string, number>>
  readonly waitSeconds?: number
  readonly next: Position | null
}

/**
 * Erases the next part of a customer's data, for about six seconds. Idempotent: after an interruption, the caller starts
 * again without a cursor. The conversation is deleted last, because it names the other places. A message that arrives
 * later starts a new conversation.
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
  let position: Position | null = decodePosition(cursor)
  let waitSeconds = 0
  while (position && waitSeconds === 0 && systemClock() - started < STEP_MILLISECONDS) {
    const part: Part = await erasePart(await findCustomer(organizationId, key), position, now + systemClock() - started)
    for (const [type, count] of Object.entries(part.erased ?? {})) erased[type] = (erased[type] ?? 0) + count
    waitSeconds = part.waitSeconds ?? 0
    position = part.next
  }
  log('customer.erased', { organizationId, ...erased, isDone: position === null })
  return { erased, waitSeconds, next: encodePosition(position) }
}

async function erasePart(customer: Customer, position: Position, now: number): Promise<Part> {
  switch (position.phase) {
    case 'deliveries': {
      const { found, next } = await readDeliveries(customer, position)
      await Promise.all(found.map(({ delivery }) => eraseDelivery(delivery)))
      return {
        erased: { deliveries: found.length },
        next: next ? { phase: 'deliveries', ...next } : { phase: 'parked' },
      }
    }
    case 'parked': {
      const parked = await findParked(customer, now)
      await Promise.all(parked.map(eraseParked))
      return { erased: { parkedEvents: parked.length }, next: { phase: 'memory' } }
    }
    case 'memory':
      return { erased: { memories: await forget(customer, now) }, next: { phase: 'conversations' } }
    case 'conversations':
      return await eraseConversation(customer, position, now)
  }
}

/** Erases what agents remember, also what a running turn could still write. Returns the number of stored values. */
async function forget(customer: Customer, now: number): Promise<number> {
  const { organizationId, places } = customer
  const owners = ownersOf(customer)
  const stored = await listMemory(organizationId, owners)
  const ids = new Set(places.flatMap(({ conversation, number }) => conversation?.agentId ?? number.agentId ?? []))
  const agents = await Promise.all([...ids].map((id) => findAgent(organizationId, id)))
  await eraseKeys(organizationId, owners, [...stored, ...agents.flatMap(keysOf)], now)
  return stored.filter(({ erasedAt }) => erasedAt === undefined).length
}

/** Erases one page of a conversation's items, or the conversation itself after its other items. */
async function eraseConversation(customer: Customer, position: Position, now: number): Promise<Part> {
  const { organizationId, places } = customer
  const place = places.find(({ id }) => position.id === undefined || id >= position.id)
  if (!place) return { next: null }
  const here = { phase: 'conversations', id: place.id, pausedAt: position.pausedAt } as const
  const wait = await waitForTurn(place, position.pausedAt, now)
  if (wait > 0) return { waitSeconds: wait, next: { ...here, pausedAt: position.pausedAt ?? now } }
  const { items } = await readItems(organizationId, place.id)
  const others = items.filter(({ _e }) => _e !== 'conversation')
  await Promise.all(others.map((item) => eraseItem(item, place)))
  const messages = others.filter(({ _e }) => _e === 'message').length
  if (others.length > 0) return { erased: { messages, records: others.length - messages }, next: here }
  const isRemoved =
    place.conversation === null || (await removeConversation(place.conversation, place.number, customer.name))
  if (!isRemoved) return { next: here }
  const following = places[places.indexOf(place) + 1]
  return {
    erased: { conversations: place.conversation ? 1 : 0 },
    next: following ? { phase: 'conversations', id: following.id } : null,
  }
}

/**
 * Pauses the agent of a conversation while a turn may be running, because it would store its reply. Returns the seconds
 * to wait for the turn; 0 if none can be running.
 */
async function waitForTurn(
  { conversation }: CustomerPlace,
  pausedAt: number | undefined,
  now: number,
): Promise<number> {
  if (!conversation) return 0
  if (pausedAt !== undefined) return Math.max(0, Math.ceil((pausedAt + TURN_MILLISECONDS - now) / 1000))
  const { organizationId, id } = conversation
  const { data } = await MessageEntity.query
    .byId({ organizationId, conversationId: id })
    .go({ order: 'desc', limit: RECENT_MESSAGES, consistent: true })
  if (!data.some((message) => awaitsAnswer(message) && message.takenAt > now - TURN_MILLISECONDS)) return 0
  await ConversationEntity.patch({ organizationId, id })
    .set({ humanTakeoverUntil: now + PAUSE_MILLISECONDS })
    .go()
  return TURN_MILLISECONDS / 1000
}
