import { createWriteTransaction } from 'electrodb'
import type { NumberItem } from '../channel/numbers/number-entity.ts'
import { CounterShardEntity, counterShard } from '../platform/paging/counter-entity.ts'
import { transact } from '../platform/table/transact.ts'
import { ContactAliasEntity } from './contact-alias-entity.ts'
import { ConversationEntity, type ConversationItem } from './conversation-entity.ts'
import { ConversationExpiryEntity } from './conversation-expiry-entity.ts'
import { CONVERSATIONS, conversationsOf } from './find-or-create.ts'

/**
 * Deletes a conversation, its counts and the other names of its customer in one transaction: the names find the
 * conversation again if an erasure is interrupted. The names belong to `number`, and `name` is an additional one.
 * Returns false if a message was received or sent since the conversation was read.
 */
export async function removeConversation(
  conversation: ConversationItem,
  number: NumberItem | undefined,
  name?: string,
): Promise<boolean> {
  const { organizationId, id, phoneNumberId, inboundSeq, lastMessageAt, contactNumber, contactUserId } = conversation
  const names = [...new Set([name, contactNumber, contactUserId].filter((each) => each !== undefined))]
  const transaction = createWriteTransaction(
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
      ...(number ? names.map((contact) => aliases.delete({ numberId: number.id, contact }).commit()) : []),
      ...[CONVERSATIONS, conversationsOf(phoneNumberId)].map((noun) =>
        counters
          .update({ organizationId, noun, ...counterShard(id) })
          .add({ count: -1 })
          .commit(),
      ),
    ],
  )
  return await transact(() => transaction.go())
}
