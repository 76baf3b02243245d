import { MessageEntity, type MessageItem } from './message-entity.ts'

/**
 * Stores a message in another conversation, as it is but for `out`, and deletes it where it was. Its ids stay, and so do the
 * deliveries that derive from them. The other conversation can have the id of the former one, if that was erased. Returns the
 * message as it is stored there, and whether the conversation has not counted it. Idempotent.
 */
export async function moveMessage(
  message: MessageItem,
  to: string,
  out: MessageItem['out'],
): Promise<{ readonly stored: MessageItem; readonly isNew: boolean }> {
  const { out: _, conversationId: from, ...rest } = message
  const { organizationId, id, movedFrom } = message
  const { data, rejected } = await MessageEntity.create({
    ...rest,
    conversationId: to,
    ...(from === to ? {} : { movedFrom: movedFrom ?? from }),
    ...(out && { out }),
  }).go({ returnOnConditionCheckFailure: 'all_old' })
  if (from !== to) await MessageEntity.delete({ organizationId, conversationId: from, id }).go()
  return { stored: data ?? { ...message, conversationId: to }, isNew: !rejected || from === to }
}
