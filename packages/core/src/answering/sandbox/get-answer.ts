import { findConversation } from '../../conversations/conversations/get-conversation.ts'
import { MessageEntity, type MessageItem } from '../../conversations/messages/message-entity.ts'
import { awaitsAnswer } from '../../conversations/messages/turn-message.ts'
import { loadSteps, type StoredStep } from '../turns/turn-steps.ts'
import { findTurn } from '../turns/turn-store.ts'

/** The agent's response to a customer's message so far. */
export interface Answer {
  /** Whether no more messages follow: the message was answered or seen, or retries of the model are exhausted. */
  readonly over: boolean
  /** Whether retries of the model are exhausted. */
  readonly failed: boolean
  /** Messages to the customer after this message, in order. */
  readonly messages: readonly MessageItem[]
  /** The agent's steps in the turn; empty while there is no answer. */
  readonly steps: readonly StoredStep[]
}

export async function getAnswer({ organizationId, conversationId, id, takenAt }: MessageItem): Promise<Answer> {
  const conversation = await findConversation(organizationId, conversationId)
  const { data: asked } = await MessageEntity.get({ organizationId, conversationId, id }).go({ consistent: true })
  if (!asked) throw new Error(`message ${id} was deleted`)
  const { data: later } = await MessageEntity.query
    .byId({ organizationId, conversationId })
    .gt({ id })
    .go({ pages: 'all', consistent: true })
  const turn = asked.turnId ? await findTurn({ organizationId, conversationId, id: asked.turnId }) : null
  const failed = awaitsAnswer(asked) && (conversation?.humanNeededSince ?? 0) >= takenAt
  return {
    over: failed || !awaitsAnswer(asked),
    failed,
    messages: later.filter(({ direction }) => direction === 'outbound'),
    steps: turn ? await loadSteps(turn) : [],
  }
}
