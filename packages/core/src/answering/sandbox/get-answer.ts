import { findConversation } from '../../conversations/conversations/get-conversation.ts'
import { MessageEntity, type MessageItem } from '../../conversations/messages/message-entity.ts'
import { awaitsAnswer } from '../../conversations/messages/turn-message.ts'
import { loadSteps, type StoredStep } from '../turns/turn-steps.ts'
import { findTurn } from '../turns/turn-store.ts'

/** What became of a customer's message so far. */
export interface Answer {
  /** Whether nothing more comes: it was answered, nobody is to answer it, or the model was given up. */
  readonly over: boolean
  /** Whether the model was given up. */
  readonly gaveUp: boolean
  /** What the customer was sent since, in order. */
  readonly messages: readonly MessageItem[]
  /** What the agent did meanwhile; none before it has answered. */
  readonly steps: readonly StoredStep[]
}

/** Reads what a customer's message was answered. */
export async function getAnswer({ organizationId, conversationId, id, takenAt }: MessageItem): Promise<Answer> {
  const conversation = await findConversation(organizationId, conversationId)
  const { data: asked } = await MessageEntity.get({ organizationId, conversationId, id }).go({ consistent: true })
  if (!asked) throw new Error(`message ${id} is gone`)
  const { data: later } = await MessageEntity.query
    .byId({ organizationId, conversationId })
    .gt({ id })
    .go({ pages: 'all', consistent: true })
  const turn = asked.turnId ? await findTurn({ organizationId, conversationId, id: asked.turnId }) : null
  const gaveUp = awaitsAnswer(asked) && (conversation?.humanNeededSince ?? 0) >= takenAt
  return {
    over: gaveUp || !awaitsAnswer(asked),
    gaveUp,
    messages: later.filter(({ direction }) => direction === 'outbound'),
    steps: turn ? await loadSteps(turn) : [],
  }
}
