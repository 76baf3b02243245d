import { type Out, outTo } from '../../platform/table/out.ts'
import type { ConversationItem } from '../conversations/conversation-entity.ts'
import type { MessageItem } from './message-entity.ts'

/** What a customer's message carries so that the agent in force answers it. Its group is the conversation: one turn at a time. */
export function turnOut(
  { organizationId, id }: Pick<ConversationItem, 'organizationId' | 'id'>,
  messageId: string,
): Out {
  return outTo('turns', id, { kind: 'turn', organizationId, conversationId: id, messageId })
}

/** Whether a message was to be answered by an agent and no turn has settled it yet. */
export function awaitsAnswer({ out, turnId }: Pick<MessageItem, 'out' | 'turnId'>): boolean {
  return out?.q === 'turns' && turnId === undefined
}
