import { validate as isUuid } from 'uuid'
import * as v from 'valibot'
import { LIST_SHARDS } from '../conversations/activity-pages.ts'
import { ConversationEntity } from '../conversations/conversation-entity.ts'
import { Entries } from '../conversations/read-by-activity.ts'
import type { DeliveryItem } from '../deliveries/delivery-entity.ts'
import { findDelivery } from '../deliveries/get-delivery.ts'
import type { MessagePlace } from '../messages/callback-data.ts'
import { findAliasedMessage } from '../messages/message-alias-entity.ts'
import { MessageEntity } from '../messages/message-entity.ts'
import { NumberOwnershipEntity } from '../numbers/number-ownership-entity.ts'
import { readAll } from '../read-all.ts'

/** What an id stands for. */
export type Place = { readonly organizationId: string } & (
  | ({ readonly kind: 'message' } & MessagePlace)
  | { readonly kind: 'delivery'; readonly delivery: DeliveryItem }
)

export interface Search {
  readonly now: number
  /** Told how many conversations were looked into. */
  readonly onProgress: (conversations: number) => void
}

/** Organisations whose deliveries are looked up at the same time. */
const ORGANIZATIONS_AT_ONCE = 10
const CONVERSATIONS_AT_ONCE = 500

/**
 * Finds what an id stands for in some organisations: a delivery's id, a message's (a turn has that of its message), or the
 * provider's of a message that was sent. Deliveries are looked for below each webhook. No key leads from a message's id to its
 * conversation: it is looked for in one conversation after the other, those that were active last first, at half a read unit each.
 */
export async function findPlace(
  id: string,
  organizationIds: readonly string[],
  search: Search,
): Promise<Place | undefined> {
  const isOurs = isUuid(id)
  for (let start = 0; start < organizationIds.length; start += ORGANIZATIONS_AT_ONCE) {
    const some = organizationIds.slice(start, start + ORGANIZATIONS_AT_ONCE)
    const find = isOurs ? findAsDelivery : findAsSent
    const [found] = (await Promise.all(some.map((organizationId) => find(organizationId, id, search.now)))).flat()
    if (found) return found
  }
  let looked = 0
  for (const organizationId of isOurs ? organizationIds : []) {
    const conversationId = await findConversation(organizationId, id, (conversations) => {
      looked += conversations
      search.onProgress(looked)
    })
    if (conversationId) return { kind: 'message', organizationId, conversationId, messageId: id }
  }
  return undefined
}

async function findAsDelivery(organizationId: string, id: string, now: number): Promise<Place[]> {
  const found = await findDelivery(organizationId, id, now)
  return found ? [{ kind: 'delivery', organizationId, delivery: found.delivery }] : []
}

/** A message that was sent, by the provider's id of it. */
async function findAsSent(organizationId: string, waId: string): Promise<Place[]> {
  const { data: numbers } = await NumberOwnershipEntity.query.byOrganization({ organizationId }).go({ pages: 'all' })
  const places = await Promise.all(
    numbers.map(({ phoneNumberId }) => findAliasedMessage({ organizationId, phoneNumberId, waId })),
  )
  return places.flatMap((place) =>
    place
      ? [{ kind: 'message', organizationId, conversationId: place.conversationId, messageId: place.messageId }]
      : [],
  )
}

/** The conversation that has a message; its shards of the list are read side by side. */
async function findConversation(
  organizationId: string,
  messageId: string,
  onLooked: (conversations: number) => void,
): Promise<string | undefined> {
  let found: string | undefined
  const look = async (listShard: number) => {
    let cursor: string | null = null
    do {
      const page: { data: unknown; cursor: string | null } = await ConversationEntity.query
        .byActivity({ organizationId, listShard })
        .go({ order: 'desc', limit: CONVERSATIONS_AT_ONCE, cursor, data: 'includeKeys' })
      const entries = v.parse(Entries, page.data)
      const keys = entries.map((entry) => ({ organizationId, conversationId: entry.id, id: messageId }))
      const messages = await readAll(keys, (some) => MessageEntity.get(some).go({ concurrency: 5 }))
      onLooked(keys.length)
      found ??= messages[0]?.conversationId
      cursor = page.cursor
    } while (cursor !== null && found === undefined)
  }
  await Promise.all(Array.from({ length: LIST_SHARDS }, (_, shard) => look(shard)))
  return found
}
