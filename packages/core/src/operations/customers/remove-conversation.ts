import { createWriteTransaction } from 'electrodb'
import type { NumberItem } from '../../channel/numbers/number-entity.ts'
import { ContactAliasEntity } from '../../conversations/conversations/contact-alias-entity.ts'
import { ConversationEntity, type ConversationItem } from '../../conversations/conversations/conversation-entity.ts'
import { CONVERSATIONS, conversationsOf } from '../../conversations/conversations/find-or-create.ts'
import { CounterShardEntity, counterShard } from '../../platform/paging/counter-entity.ts'
import { transact } from '../../platform/table/transact.ts'

/**
 * Deletes a conversation with the other names of its customer, in one transaction: the names find the conversation
 * again if the erasure is interrupted. Returns false if a message arrived since it was read.
 */
export async function removeConversation(
  conversation: ConversationItem,
  number: NumberItem,
  name: string,
): Promise<boolean> {
  const { organizationId, id, phoneNumberId, inboundSeq, contactNumber, contactUserId } = conversation
  const names = [...new Set([name, contactNumber, contactUserId].filter((each) => each !== undefined))]
  const transaction = createWriteTransaction(
    { conversations: ConversationEntity, aliases: ContactAliasEntity, counters: CounterShardEntity },
    ({ conversations, aliases, counters }) => [
      conversations
        .remove({ organizationId, id })
        .where((stored, { eq }) => eq(stored.inboundSeq, inboundSeq))
        .commit(),
      ...names.map((contact) => aliases.delete({ numberId: number.id, contact }).commit()),
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
