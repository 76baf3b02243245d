import { type Out, outTo } from '../../platform/outbox/out.ts'
import type { ConversationItem } from '../conversation-entity.ts'
import type { MessageItem } from './message-entity.ts'

/** Builds the `out` that makes the agent in force reply. Its group is the conversation: one turn at a time. */
export function turnOut(
  { organizationId, id }: Pick<ConversationItem, 'organizationId' | 'id'>,
  messageId: string,
): Out {
  return outTo('turns', id, { kind: 'turn', organizationId, conversationId: id, messageId })
}

/** Returns whether a message still awaits a reply of an agent: no turn has handled it yet. */
export function awaitsAnswer({ out, turnId }: Pick<MessageItem, 'out' | 'turnId'>): boolean {
  return out?.q === 'turns' && turnId === undefined
}

/** Returns whether an agent was to reply to a stored message. */
export function wasForAgent({ out, turnId }: Pick<MessageItem, 'out' | 'turnId'>): boolean {
  return out?.q === 'turns' || turnId !== undefined
}
