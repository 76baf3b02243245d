import { validate as isUuid } from 'uuid'
import { NumberOwnershipEntity } from '../../channel/numbers/number-ownership-entity.ts'
import { searchConversations } from '../../conversations/list-by-activity.ts'
import type { MessageRef } from '../../conversations/messages/callback-data.ts'
import { findAliasedMessage } from '../../conversations/messages/message-alias-entity.ts'
import { MessageEntity } from '../../conversations/messages/message-entity.ts'
import type { DeliveryItem } from '../../deliveries/delivery-entity.ts'
import { findDelivery } from '../../deliveries/get-delivery.ts'
import { firstIdAt } from '../../deliveries/index-range.ts'
import { DAY_MILLISECONDS } from '../../platform/clock.ts'
import { batchGet } from '../../platform/table/batch-get.ts'

/** The message or delivery of an id. */
export type TraceTarget = { readonly organizationId: string } & (
  | ({ readonly kind: 'message' } & MessageRef)
  | { readonly kind: 'delivery'; readonly delivery: DeliveryItem }
)

export interface Search {
  readonly now: number
  /** Called with the number of conversations that were searched. */
  readonly onProgress: (conversations: number) => void
}

/** Number of organisations whose deliveries are searched concurrently. */
const ORGANIZATIONS_AT_ONCE = 10
/** Messages are searched by the provider's id for this time. */
const SENT_DAYS = 30

/**
 * Finds the message or delivery of an id in some organisations. The id is that of a delivery, of a message (also the id
 * of its turn), or the provider's message id. Deliveries are searched for each webhook. No index maps a message's id to
 * its conversation, so all conversations are searched, latest activity first. A message id of the service costs half a
 * read unit for each conversation. A provider's id costs reading all messages of the last 30 days.
 */
export async function findTarget(
  id: string,
  organizationIds: readonly string[],
  search: Search,
): Promise<TraceTarget | undefined> {
  const isOurs = isUuid(id)
  for (let start = 0; start < organizationIds.length; start += ORGANIZATIONS_AT_ONCE) {
    const some = organizationIds.slice(start, start + ORGANIZATIONS_AT_ONCE)
    const find = isOurs ? findAsDelivery : findAsSent
    const [found] = (await Promise.all(some.map((organizationId) => find(organizationId, id, search.now)))).flat()
    if (found) return found
  }
  let looked = 0
  const findIn = isOurs ? findById : findByWaId
  for (const organizationId of organizationIds) {
    const found = await searchConversations(
      organizationId,
      (conversationIds) => findIn(organizationId, conversationIds, id, search.now),
      (conversations) => {
        looked += conversations
        search.onProgress(looked)
      },
    )
    if (found) return { kind: 'message', organizationId, ...found }
  }
  return undefined
}

/** Finds the message with an id of the service in some conversations. */
async function findById(
  organizationId: string,
  conversationIds: readonly string[],
  id: string,
): Promise<MessageRef | undefined> {
  const keys = conversationIds.map((conversationId) => ({ organizationId, conversationId, id }))
  const [message] = await batchGet(keys, (some) => MessageEntity.get(some).go({ concurrency: 5 }))
  return message && { conversationId: message.conversationId, messageId: id }
}

/** Finds the message of the last 30 days with a provider's id in some conversations. */
async function findByWaId(
  organizationId: string,
  conversationIds: readonly string[],
  waId: string,
  now: number,
): Promise<MessageRef | undefined> {
  for (const conversationId of conversationIds) {
    const { data } = await MessageEntity.query
      .byId({ organizationId, conversationId })
      .gte({ id: firstIdAt(now - SENT_DAYS * DAY_MILLISECONDS) })
      .where((attributes, { eq }) => eq(attributes.waId, waId))
      .go({ pages: 'all', order: 'desc' })
    if (data[0]) return { conversationId, messageId: data[0].id }
  }
  return undefined
}

async function findAsDelivery(organizationId: string, id: string, now: number): Promise<TraceTarget[]> {
  const found = await findDelivery(organizationId, id, now)
  return found ? [{ kind: 'delivery', organizationId, delivery: found.delivery }] : []
}

/** Finds a message that was not sent by an agent, by the provider's id. */
async function findAsSent(organizationId: string, waId: string): Promise<TraceTarget[]> {
  const { data: numbers } = await NumberOwnershipEntity.query.byOrganization({ organizationId }).go({ pages: 'all' })
  const found = await Promise.all(
    numbers.map(({ phoneNumberId }) => findAliasedMessage({ organizationId, phoneNumberId, waId })),
  )
  return found.flatMap((target) =>
    target
      ? [{ kind: 'message', organizationId, conversationId: target.conversationId, messageId: target.messageId }]
      : [],
  )
}
