import type { EpochMs } from '@replywright/contract/time.ts'
import type { NumberItem } from '../../channel/numbers/number-entity.ts'
import type { InboundMessage } from '../../channel/port.ts'
import { DAY_MILLISECONDS, derivedId, expiryAfter, isLive } from '../../platform/clock.ts'
import { entity, key } from '../../platform/table/entity.ts'
import { expiresAtAttribute } from '../../platform/table/table.ts'
import { type ConversationItem, findConversation } from '../conversation-entity.ts'
import { MessageEntity } from '../messages/message-entity.ts'
import { idAt } from '../messages/provider-time.ts'
import { conversationWith } from './load-identity.ts'
import { type Names, namesIn } from './names.ts'
import { findOwners } from './resolve.ts'

/** The channel repeats a webhook for seven days at most. */
export const REPEATED_DAYS = 8

/**
 * That a message is erased, so that a repeat does not bring it back, and that its price is billed if it arrives later. Its id is a hash of the message's. Access: by
 * organisation and id of the message. Stored while the channel may repeat it.
 */
const ErasedMessageEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'erasedMessage', version: '1' },
  attributes: {
    organizationId: { type: 'string', required: true, readOnly: true },
    id: { type: 'string', required: true, readOnly: true },
    expiresAt: { ...expiresAtAttribute, required: true },
  },
  indexes: {
    byId: { pk: key('pk', 'erasedMessage#${organizationId}#${id}'), sk: key('sk', 'erasedMessage') },
  },
}))

/** Stores that a message is erased, if the channel may repeat it. Idempotent. */
export async function rememberErased(
  { organizationId, id, sentAt }: { readonly organizationId: string; readonly id: string; readonly sentAt: EpochMs },
  now: EpochMs,
): Promise<void> {
  if (sentAt < now - REPEATED_DAYS * DAY_MILLISECONDS) return
  await ErasedMessageEntity.put({
    organizationId,
    id: derivedId('erased message', id),
    expiresAt: expiryAfter(now, REPEATED_DAYS),
  }).go()
}

/** Returns whether a message was erased in the last days, by its id. */
export async function wasErased(organizationId: string, messageId: string, now: EpochMs): Promise<boolean> {
  const id = derivedId('erased message', messageId)
  const { data } = await ErasedMessageEntity.get({ organizationId, id }).go({ consistent: true })
  return data !== null && isLive(data, now)
}

/**
 * Returns the conversation in which a message is stored already, with one of the customers who had its names; `erased` if it was stored and erased;
 * undefined if it is new.
 */
export async function findRepeated(
  number: NumberItem,
  names: Names,
  { waId, sentAt }: Pick<InboundMessage, 'waId' | 'sentAt'>,
): Promise<ConversationItem | 'erased' | undefined> {
  const { organizationId } = number
  const id = idAt(sentAt, number, waId)
  const [isErased, customers] = await Promise.all([
    wasErased(organizationId, id, sentAt),
    findOwners(organizationId, namesIn(names)),
  ])
  if (isErased) return 'erased'
  for (const customer of customers) {
    const conversationId = conversationWith(customer, number.id)
    if (conversationId === undefined) continue
    const { data } = await MessageEntity.get({ organizationId, conversationId, id }).go({ consistent: true })
    if (!data) continue
    const conversation = await findConversation(organizationId, conversationId)
    if (conversation) return conversation
  }
  return undefined
}
