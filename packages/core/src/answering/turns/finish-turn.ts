import type { TurnFailure } from '@replywright/contract/causes.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import type { TransactWriteFunction } from 'electrodb'
import { AgentCountEntity } from '../../agents/agent-entity.ts'
import { openMonth } from '../../agents/usage/agent-month.ts'
import { humanNeededDeliveries } from '../../conversations/conversation-deliveries.ts'
import { ConversationEntity, findConversation } from '../../conversations/conversation-entity.ts'
import { mailMembers } from '../../conversations/human-needed.ts'
import { MessageEntity } from '../../conversations/messages/message-entity.ts'
import { findWaitStart } from '../../conversations/messages/unreached.ts'
import { waitingEntry } from '../../conversations/waiting-entry.ts'
import { DeliveryEntity } from '../../deliveries/delivery-entity.ts'
import { monthOf } from '../../platform/clock.ts'
import { refusals } from '../../platform/table/transact.ts'
import { type AgentCount, countTurn, usedBy, usedIn } from './count-turn.ts'
import { TurnConflictError, TurnEntity, type TurnItem, writeTurn } from './turn-entity.ts'
import type { TurnOrigin } from './turn-origin.ts'
import { loadCosts } from './turn-steps.ts'

const entities = {
  turns: TurnEntity,
  conversations: ConversationEntity,
  messages: MessageEntity,
  counts: AgentCountEntity,
  deliveries: DeliveryEntity,
}
const TURN_INDEX = 0
/** The reason in `conversation.human_needed`. */
const FAILED = 'The agent failed to answer.'

/**
 * Ends a turn once, in one transaction with the counters of its agents. Writes the end on the answered message, or on
 * the turn if it answers no message. The other answered messages are written first. The caller has updated the
 * conversation already.
 */
export async function finishTurn(
  turn: TurnItem,
  origin: TurnOrigin,
  counts: readonly AgentCount[],
  now: EpochMs,
): Promise<void> {
  const { organizationId, conversationId, id, covers } = turn
  const endsOnMessage = origin.message !== undefined && covers.includes(id)
  const others = covers.filter((messageId) => messageId !== id)
  await Promise.all(others.map((messageId) => setTurn({ organizationId, conversationId, id: messageId }, id)))
  const { version } = endsOnMessage || turn.version > 0 ? turn : await writeTurn(turn, {})
  const key = { organizationId, conversationId, id }
  const month = monthOf(now)
  const write = (counted: readonly AgentCount[]) =>
    refusals(entities, ({ turns, messages, counts: agents }) => [
      endsOnMessage
        ? messages
            .patch(key)
            .set({ turnId: id, answeredAt: now })
            .remove(['out'])
            .where(({ turnId }, { notExists }) => notExists(turnId))
            .commit()
        : turns
            .patch(key)
            .set({ status: 'answered', version: version + 1, finishedAt: now })
            .where((stored, { eq }) => eq(stored.version, version))
            .commit(),
      ...counted.map((count) => countIn(agents, organizationId, count, month)),
    ])
  await writeCounted(turn, counts, month, write)
  // Clears the failed state of the turn.
  if (endsOnMessage && turn.version > 0 && (turn.tries > 0 || turn.failedAt !== undefined))
    await TurnEntity.patch(key).set({ status: 'answered', finishedAt: now }).go()
}

type StoredCounts = Parameters<TransactWriteFunction<typeof entities, never, readonly []>>[0]['counts']

/** Counts what a turn used at its agent, on the condition that the month of the counters is open. */
function countIn(agents: StoredCounts, organizationId: string, count: AgentCount, month: string) {
  return agents
    .patch({ organizationId, id: count.agentId })
    .add(additionOf(count))
    .where((stored, { gte }) => gte(stored.month, month))
    .commit()
}

function additionOf({
  turns,
  credits,
  messages: totalMessages,
  sessions: totalSessions,
  inputTokens,
  outputTokens,
  cachedTokens = 0,
  microUsd = 0,
  voiceSeconds = 0,
  savedMessages = 0,
}: AgentCount) {
  const tokens = { inputTokens, outputTokens, cachedTokens, microUsd, voiceSeconds }
  return { turns, totalMessages, totalSessions, credits, ...tokens, ...(savedMessages > 0 && { savedMessages }) }
}

/**
 * Writes a transaction whose first operation ends a turn and whose next ones count. Opens the month of the counters first
 * if needed.
 * @throws TurnConflictError when another operation is refused: another worker ended the turn
 */
async function writeCounted(
  { organizationId, id }: TurnItem,
  counts: readonly AgentCount[],
  month: string,
  write: (counts: readonly AgentCount[]) => Promise<readonly number[]>,
): Promise<void> {
  for (let counted = counts; ; ) {
    const refused = await write(counted)
    if (refused.length === 0) return
    const uncounted = counted.filter((_, index) => refused.includes(1 + index))
    if (refused.includes(TURN_INDEX) || uncounted.length === 0)
      throw new TurnConflictError(`turn ${id} was ended by another worker`)
    const counting = await Promise.all(uncounted.map(({ agentId }) => openMonth(organizationId, agentId, month)))
    // Deleted agents have no counters.
    counted = counted.filter((count) => !uncounted.includes(count) || counting[uncounted.indexOf(count)])
  }
}

async function setTurn(
  key: { readonly organizationId: string; readonly conversationId: string; readonly id: string },
  turnId: string,
): Promise<void> {
  await MessageEntity.patch(key).set({ turnId }).remove(['out']).go({ returnOnConditionCheckFailure: true })
}

/** Marks a message without an answer as seen. It stays in the history. Idempotent. */
export async function markSeen(message: {
  readonly organizationId: string
  readonly conversationId: string
  readonly id: string
}): Promise<void> {
  const { organizationId, conversationId, id } = message
  await setTurn({ organizationId, conversationId, id }, id)
}

/**
 * Ends the retries of a turn, and counts what it used. The conversation needs a human, which its webhooks are told, and
 * the model is not called for some minutes.
 */
export async function endRetries(turn: TurnItem, cause: TurnFailure, now: EpochMs): Promise<void> {
  const { organizationId, conversationId, id, version } = turn
  const [conversation, steps] = await Promise.all([
    findConversation(organizationId, conversationId),
    // The tokens of a turn with a reply contain those of its steps.
    turn.reply === undefined ? loadCosts(turn) : [],
  ])
  const used = usedBy(turn, usedIn(steps))
  const month = monthOf(now)
  const request = { reason: FAILED, summary: '', since: now }
  const events = conversation ? await humanNeededDeliveries(conversation, `${id} ${version}`, request) : []
  const since = conversation ? await findWaitStart(conversation, now) : now
  if (conversation) await mailMembers(conversation, { reason: FAILED, since }, now)
  const write = (counted: readonly AgentCount[]) =>
    refusals(entities, ({ turns, conversations, deliveries, counts: agents }) => [
      turns
        .patch({ organizationId, conversationId, id })
        .set({
          status: 'given-up',
          failedAt: now,
          version: version + 1,
          tokens: turn.tokens,
          countedCredits: used.credits,
          countedTokens: used.tokens,
        })
        .where((stored, { eq }) => eq(stored.version, version))
        .commit(),
      ...counted.map((count) => countIn(agents, organizationId, count, month)),
      conversations
        .patch({ organizationId, id: conversationId })
        .set({
          humanNeededSince: now,
          failure: { cause, at: now },
          ...(conversation && waitingEntry(conversation, since)),
        })
        .remove(['reachedLimit', 'settledSeq'])
        .commit(),
      ...events.map(({ delivery }) => deliveries.create(delivery).commit()),
    ])
  await writeCounted(turn, countTurn({ ...turn, ...used }), month, write)
}
