import type { NumberItem } from '../channel/numbers/number-entity.ts'
import { CounterShardEntity, counterShard } from '../platform/paging/counter-entity.ts'
import { transact } from '../platform/table/transact.ts'
import { ConversationEntity, ConversationExpiryEntity, type ConversationItem } from './conversation-entity.ts'
import { CONVERSATIONS, ContactAliasEntity, conversationsOf, findAlias, findConversation } from './find-or-create.ts'

/**
 * Deletes a conversation, its counts and the other names of its customer in one transaction: the names find the
 * conversation again if an erasure is interrupted. The names belong to `number`, and `name` is an additional one. A name
 * that is linked to another conversation stays.
 * Returns false if a message was received or sent since the conversation was read.
 */
export async function removeConversation(
  conversation: ConversationItem,
  number: NumberItem | undefined,
  name?: string,
): Promise<boolean> {
  const { organizationId, id, phoneNumberId, inboundSeq, lastMessageAt, contactNumber, contactUserId } = conversation
  const names = [...new Set([name, contactNumber, contactUserId].filter((each) => each !== undefined))]
  const isOfOther = await Promise.all(
    names.map(async (each) => {
      const linked = number && (await findAlias(number, each))
      return linked !== undefined && linked !== id && (await findConversation(organizationId, linked)) !== null
    }),
  )
  return await transact(
    {
      conversations: ConversationEntity,
      aliases: ContactAliasEntity,
      counters: CounterShardEntity,
      expiries: ConversationExpiryEntity,
    },
    ({ conversations, aliases, counters, expiries }) => [
      conversations
        .remove({ organizationId, id })
        .where((stored, { eq, notExists }) =>
          [
            eq(stored.inboundSeq, inboundSeq),
            lastMessageAt === undefined ? notExists(stored.lastMessageAt) : eq(stored.lastMessageAt, lastMessageAt),
          ].join(' AND '),
        )
        .commit(),
      expiries.delete({ organizationId, conversationId: id }).commit(),
      ...names.flatMap((contact, index) =>
        number && !isOfOther[index] ? [aliases.delete({ numberId: number.id, contact }).commit()] : [],
      ),
      ...[CONVERSATIONS, conversationsOf(phoneNumberId)].map((noun) =>
        counters
          .update({ organizationId, noun, ...counterShard(id) })
          .add({ count: -1 })
          .commit(),
      ),
    ],
  )
}
