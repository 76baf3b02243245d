import { createWriteTransaction } from 'electrodb'
import { AgentCountEntity } from '../../agents/agents/agent-count-entity.ts'
import { openAgentCount } from '../../agents/agents/open-agent-count.ts'
import { ConversationEntity } from '../../conversations/conversations/conversation-entity.ts'
import { MessageEntity } from '../../conversations/messages/message-entity.ts'
import { refusals } from '../../platform/table/transact.ts'
import type { TurnCause } from './turn-cause.ts'
import { TurnEntity, type TurnItem } from './turn-entity.ts'
import { TurnTakenError, writeTurn } from './turn-store.ts'

/** What a turn adds to the counters of an agent. */
export interface AgentCount {
  readonly agentId: string
  readonly credits: number
  readonly messages: number
  readonly sessions: number
}

const entities = {
  turns: TurnEntity,
  conversations: ConversationEntity,
  messages: MessageEntity,
  counts: AgentCountEntity,
}
const TURN_PLACE = 0

/**
 * Ends a turn once, in one transaction with what its agents count: on the message that it answers, or on its own item when it
 * answers none. What else it answered is settled before. The conversation has been moved forward.
 * @throws TurnTakenError when another worker ended it
 */
export async function finishTurn(
  turn: TurnItem,
  cause: TurnCause,
  counts: readonly AgentCount[],
  now: number,
): Promise<void> {
  const { organizationId, conversationId, id, covers } = turn
  const endsOnMessage = cause.message !== undefined && covers.includes(id)
  const others = covers.filter((messageId) => messageId !== id)
  await Promise.all(others.map((messageId) => settle({ organizationId, conversationId, id: messageId }, id)))
  const { version } = endsOnMessage || turn.version > 0 ? turn : await writeTurn(turn, {})
  const key = { organizationId, conversationId, id }
  const transaction = (counted: readonly AgentCount[]) =>
    createWriteTransaction(entities, ({ turns, messages, counts: agents }) => [
      endsOnMessage
        ? messages
            .patch(key)
            .set({ turnId: id, answeredAt: now })
            .where(({ turnId }, { notExists }) => notExists(turnId))
            .commit()
        : turns
            .patch(key)
            .set({ status: 'answered', version: version + 1, finishedAt: now })
            .where((stored, { eq }) => eq(stored.version, version))
            .commit(),
      ...counted.map(({ agentId, credits, messages: answered, sessions }) =>
        agents
          .patch({ organizationId, id: agentId })
          .add({ totalMessages: answered, totalSessions: sessions, credits })
          .commit(),
      ),
    ])
  for (let counted = counts; ; ) {
    const refused = await refusals(() => transaction(counted).go())
    if (refused.length === 0) break
    if (refused.includes(TURN_PLACE)) throw new TurnTakenError(`turn ${id} was ended by another`)
    const uncounted = counted.filter((_, index) => refused.includes(1 + index))
    const counting = await Promise.all(uncounted.map(({ agentId }) => openAgentCount(organizationId, agentId)))
    // Agents that were deleted meanwhile count no more.
    counted = counted.filter((count) => !uncounted.includes(count) || counting[uncounted.indexOf(count)])
  }
  // A turn that had failed does not look as if it still did.
  if (endsOnMessage && turn.version > 0 && (turn.tries > 0 || turn.givenUpAt !== undefined))
    await TurnEntity.patch(key).set({ status: 'answered', finishedAt: now }).go()
}

async function settle(
  key: { readonly organizationId: string; readonly conversationId: string; readonly id: string },
  turnId: string,
): Promise<void> {
  await MessageEntity.patch(key).set({ turnId }).go({ returnOnConditionCheckFailure: true })
}

/** Settles a message that nobody answers: it stays in the history. Twice is as once. */
export async function markSeen(message: {
  readonly organizationId: string
  readonly conversationId: string
  readonly id: string
}): Promise<void> {
  const { organizationId, conversationId, id } = message
  await settle({ organizationId, conversationId, id }, id)
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
