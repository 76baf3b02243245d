import type { CustomerMergePreview, Customer as View } from '@replywright/contract/customers.ts'
import { parseExactJson } from '@replywright/contract/exact-json.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { findAgent } from '../../agents/find-agent.ts'
import { capabilitiesOf } from '../../channel/capabilities.ts'
import type { ConversationItem } from '../../conversations/conversation-entity.ts'
import { ConversationEventEntity } from '../../conversations/conversation-event-entity.ts'
import type { CustomerItem } from '../../conversations/customers/customer-entity.ts'
import { UNDO_DAYS } from '../../conversations/customers/last-merge.ts'
import { mergeByHand } from '../../conversations/customers/merge-by-hand.ts'
import { listValues, replacesValue, sameKey } from '../../conversations/customers/move-memory.ts'
import { choiceNames } from '../../conversations/customers/names.ts'
import { undoMerge } from '../../conversations/customers/undo-merge.ts'
import { viewNames } from '../../conversations/customers/view-names.ts'
import { findOptedOut } from '../../conversations/opt-out.ts'
import { windowEnd } from '../../conversations/service-window/window.ts'
import { DAY_MILLISECONDS, isoTime } from '../../platform/clock.ts'
import { invalidField, notFound } from '../../platform/errors.ts'
import { viewCustomer } from './customers.ts'
import { type Customer, getCustomer } from './find-customer.ts'

/** A customer of whom something is stored. */
type Stored = Customer & { readonly item: CustomerItem }

/** @throws ServiceError 404 if nothing is stored of the customer */
async function getStored(organizationId: string, key: string): Promise<Stored> {
  const customer = await getCustomer(organizationId, key)
  const { item } = customer
  if (!item) throw notFound('customer')
  return { ...customer, item }
}

/**
 * Returns two customers to merge. @throws ServiceError 404 if nothing is stored of one of them; 400 if both are the same one
 */
async function getTwo(organizationId: string, key: string, otherKey: string): Promise<[Stored, Stored]> {
  const [customer, other] = await Promise.all([getStored(organizationId, key), getStored(organizationId, otherKey)])
  if (customer.item.id === other.item.id) throw invalidField('other', 'is the same customer; name another one')
  return [customer, other]
}

/** `GET /customers/{customer}/merge-preview/`: returns what a merge would change. */
export async function previewMerge(
  organizationId: string,
  key: string,
  otherKey: string,
  now: EpochMs,
): Promise<CustomerMergePreview> {
  const [customer, other] = await getTwo(organizationId, key, otherKey)
  const [memory, refusals, conversations] = await Promise.all([
    previewMemory(organizationId, customer.item.id, other.item.id, now),
    Promise.all([customer, other].map(({ item }) => findOptedOut(organizationId, choiceNames(item)))),
    Promise.all(other.refs.map(async (ref) => await previewConversation(ref, customer, now))),
  ])
  return {
    customer: viewNames(customer.item),
    other: viewNames(other.item),
    conversations: conversations.flat(),
    memory,
    optedOut: refusals.includes(true),
    undoUntil: isoTime(now + UNDO_DAYS * DAY_MILLISECONDS),
  }
}

async function previewConversation(
  { conversation, number }: Customer['refs'][number],
  into: Stored,
  now: EpochMs,
): Promise<CustomerMergePreview['conversations']> {
  if (!conversation) return []
  const own = into.refs.find((ref) => ref.conversation && ref.number.id === number.id)?.conversation
  const { organizationId, id } = conversation
  const { data: events } = await ConversationEventEntity.query
    .byId({ organizationId, conversationId: id })
    .go({ pages: 'all' })
  return [
    {
      id,
      msgNumber: number.number,
      messages: conversation.messageCount ?? 0,
      notes: events.filter(({ kind }) => kind === 'note').length,
      continuesIn: own?.id ?? null,
      windowUntil: windowUntil([conversation, ...(own ? [own] : [])], now),
    },
  ]
}

/** Returns when the service window of conversations that become one closes, or null if it is closed or never closes. */
function windowUntil(conversations: readonly [ConversationItem, ...ConversationItem[]], now: EpochMs): string | null {
  const { windowSeconds } = capabilitiesOf(conversations[0])
  const end = Math.max(...conversations.map(({ lastInboundAt }) => windowEnd(lastInboundAt, windowSeconds)))
  return Number.isFinite(end) && end > now ? isoTime(end) : null
}

async function previewMemory(
  organizationId: string,
  into: string,
  from: string,
  now: EpochMs,
): Promise<CustomerMergePreview['memory']> {
  const [kept, moved] = await Promise.all([into, from].map((id) => listValues(organizationId, id, now)))
  const agents = await Promise.all(
    [...new Set(moved?.map(({ agentId }) => agentId))].map(
      async (id) => [id, await findAgent(organizationId, id)] as const,
    ),
  )
  const keysOf = new Map(
    agents.map(([id, agent]) => [id, new Map(agent?.settings.memoryKeys.map((key) => [key.id, key.key]))]),
  )
  return (moved ?? []).flatMap((item) => {
    // A value of a deleted agent or key is not shown.
    const key = keysOf.get(item.agentId)?.get(item.keyId)
    if (key === undefined) return []
    const other = sameKey(kept ?? [], item)
    const [stays, lost] = replacesValue(item, other) ? [item, other] : [other ?? item, item]
    return [
      {
        agentId: item.agentId,
        key,
        value: parseExactJson(stays.value),
        replaced: lost ? parseExactJson(lost.value) : null,
        of: stays === item ? ('other' as const) : ('customer' as const),
      },
    ]
  })
}

/** `POST /customers/{customer}/merges/`: makes another customer part of this one. A repeat returns the customer. */
export async function mergeCustomers(
  organizationId: string,
  key: string,
  otherKey: string,
  now: EpochMs,
): Promise<View> {
  const customer = await getStored(organizationId, key)
  const isDone = customer.item.merged?.some(({ id, evidence }) => id === otherKey && evidence === 'person')
  if (!isDone) {
    const [into, from] = await getTwo(organizationId, key, otherKey)
    await mergeByHand(organizationId, into.item.id, from.item.id, now)
  }
  return await viewCustomer(organizationId, customer.item.id, now)
}

/** `DELETE /customers/{customer}/merges/{id}/`: undoes a merge. */
export async function undoCustomerMerge(organizationId: string, key: string, id: string, now: EpochMs): Promise<View> {
  const { item } = await getStored(organizationId, key)
  await undoMerge(organizationId, item.id, id, now)
  return await viewCustomer(organizationId, item.id, now)
}
