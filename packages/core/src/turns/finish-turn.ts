import { createWriteTransaction } from 'electrodb'
import { AgentEntity } from '../agents/agent-entity.ts'
import { ConversationEntity } from '../conversations/conversation-entity.ts'
import { MessageEntity } from '../messages/message-entity.ts'
import { refusals } from '../transact.ts'
import { TurnEntity, type TurnItem } from './turn-entity.ts'
import { TurnTakenError } from './turn-store.ts'

/** What a turn adds to the counters of an agent. */
export interface AgentCount {
  readonly agentId: string
  readonly credits: number
  readonly messages: number
  readonly sessions: number
}

const entities = { turns: TurnEntity, conversations: ConversationEntity, messages: MessageEntity, agents: AgentEntity }
const TURN_PLACE = 0

/**
 * Ends a turn in one transaction: what it answered is settled, its session is begun if something was sent, its agents have
 * counted it, once.
 * @throws TurnTakenError when another worker ended it
 */
export async function finishTurn(
  turn: TurnItem,
  sent: number,
  counts: readonly AgentCount[],
  now: number,
): Promise<void> {
  const { organizationId, conversationId, id, covers, version } = turn
  const transaction = (counted: readonly AgentCount[]) =>
    createWriteTransaction(entities, ({ turns, conversations, messages, agents }) => [
      turns
        .patch({ organizationId, conversationId, id })
        .set({ status: 'answered', version: version + 1, finishedAt: now })
        .where((stored, { eq }) => eq(stored.version, version))
        .commit(),
      conversations
        .patch({ organizationId, id: conversationId })
        .set(sent > 0 ? { answeredSession: turn.sessionId } : {})
        .remove(['humanNeededSince'])
        .commit(),
      ...covers.map((messageId) =>
        messages.patch({ organizationId, conversationId, id: messageId }).set({ turnId: id }).commit(),
      ),
      ...counted.map(({ agentId, credits, messages: answered, sessions }) =>
        agents
          .patch({ organizationId, id: agentId })
          .add({ totalMessages: answered, totalSessions: sessions, credits })
          .commit(),
      ),
    ])
  for (let counted = counts; ; ) {
    const refused = await refusals(() => transaction(counted).go())
    if (refused.length === 0) return
    if (refused.includes(TURN_PLACE)) throw new TurnTakenError(`turn ${id} was ended by another`)
    // Agents that were deleted meanwhile count no more.
    const first = 2 + covers.length
    const left = counted.filter((_, index) => !refused.includes(first + index))
    if (left.length === counted.length) throw new Error(`the end of turn ${id} was refused`)
    counted = left
  }
}

/** Settles a message that nobody answers: it stays in the history. Twice is as once. */
export async function markSeen(message: {
  readonly organizationId: string
  readonly conversationId: string
  readonly id: string
}): Promise<void> {
  const { organizationId, conversationId, id } = message
  await MessageEntity.patch({ organizationId, conversationId, id })
    .set({ turnId: id })
    .go({ returnOnConditionCheckFailure: true })
}

/** Gives a turn up: a person is needed, and the model gets some rest. @throws TurnTakenError when another worker came first */
export async function giveUpTurn(turn: TurnItem, now: number): Promise<void> {
  const { organizationId, conversationId, id, version } = turn
  const refused = await refusals(() =>
    createWriteTransaction(entities, ({ turns, conversations }) => [
      turns
        .patch({ organizationId, conversationId, id })
        .set({ status: 'given-up', givenUpAt: now, version: version + 1 })
        .where((stored, { eq }) => eq(stored.version, version))
        .commit(),
      conversations.patch({ organizationId, id: conversationId }).set({ humanNeededSince: now }).commit(),
    ]).go(),
  )
  if (refused.length > 0) throw new TurnTakenError(`turn ${id} was ended by another`)
}
