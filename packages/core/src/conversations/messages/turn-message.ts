import * as v from 'valibot'
import type { ConversationItem } from '../conversations/conversation-entity.ts'
import type { MessageItem } from './message-entity.ts'

/** The queue of turns, as `out.q` names it. Its message group is the conversation: one turn at a time. */
export const TURNS_QUEUE = 'turns'

/** Body of the message in the queue of turns that has a customer's message answered. */
export const TurnMessage = v.object({
  kind: v.literal('turn'),
  organizationId: v.string(),
  conversationId: v.string(),
  messageId: v.string(),
})
export type TurnMessage = v.InferOutput<typeof TurnMessage>

/** What a customer's message carries so that the agent in force answers it. */
export function turnOut({ organizationId, id }: Pick<ConversationItem, 'organizationId' | 'id'>, messageId: string) {
  const body: TurnMessage = { kind: 'turn', organizationId, conversationId: id, messageId }
  return { q: TURNS_QUEUE, g: id, b: JSON.stringify(body) }
}

/** Whether a message was to be answered by an agent and no turn has settled it yet. */
export function awaitsAnswer({ out, turnId }: Pick<MessageItem, 'out' | 'turnId'>): boolean {
  return out?.q === TURNS_QUEUE && turnId === undefined
}
