import type { HandledConversation, Handling } from '@replywright/contract/dashboard/overview.ts'
import { PERIODS, type Period } from '@replywright/contract/dashboard/statistics.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { AgentEntity } from '../../agents/agent-entity.ts'
import { costOf, usdOf } from '../../answering/turns/turn-cost.ts'
import { SANDBOX_PHONE_NUMBER_ID } from '../../channel/numbers/numbers.ts'
import type { ConversationItem } from '../../conversations/conversation-entity.ts'
import { listByActivity } from '../../conversations/list-by-activity.ts'
import { isoTime } from '../../platform/clock.ts'
import { batchGet } from '../../platform/table/batch-get.ts'

/** The most conversations that are read, about a quarter of a read unit each. */
const MOST_READ = 1000
const MOST_HANDLED = 500
const HOUR_MILLISECONDS = 3_600_000
const FAILED_TO_ANSWER = 'The agent failed to answer.'

/**
 * Returns who handled the conversations of a period in which an agent replied or failed: the latest 500 of the latest
 * 1,000.
 */
export async function viewHandling(organizationId: string, period: Period, now: EpochMs): Promise<Handling> {
  const since = now - PERIODS[period].hours * HOUR_MILLISECONDS
  const { items, nextCursor } = await listByActivity(
    organizationId,
    { offset: 0, limit: MOST_HANDLED },
    {
      isWanted: (conversation) => isAnswered(conversation, since),
      activeSince: since,
      atMost: MOST_READ,
      reading: 'recent',
    },
  )
  const names = await agentNames(organizationId, [...new Set(items.flatMap(({ agentId }) => agentId ?? []))])
  return {
    since: isoTime(since),
    conversations: items.map((conversation) => ({
      id: conversation.id,
      contact: conversation.contactName || (conversation.contactNumber ? `+${conversation.contactNumber}` : ''),
      agentId: conversation.agentId ?? '',
      agentName: names.get(conversation.agentId ?? '') ?? '',
      ...handledBy(conversation, since),
      failure: happenedSince(conversation.failure, since)?.cause ?? null,
      firstAnswerMs: happenedSince(conversation.firstAnswer, since)?.afterMs ?? null,
      usd: usdOf(costOf(conversation).total),
      lastMessageAt: isoTime(lastMessageOf(conversation)),
    })),
    hasMore: nextCursor !== null,
  }
}

function isAnswered(conversation: ConversationItem, since: EpochMs): boolean {
  const { answeredSession, failure, agentId, phoneNumberId } = conversation
  if ((answeredSession === undefined && failure === undefined) || agentId === undefined) return false
  return !phoneNumberId.startsWith(SANDBOX_PHONE_NUMBER_ID) && lastMessageOf(conversation) >= since
}

function happenedSince<Event extends { readonly at: EpochMs }>(event: Event | undefined, since: EpochMs) {
  return event && event.at >= since ? event : undefined
}

function lastMessageOf({ lastMessageAt = 0 }: Pick<ConversationItem, 'lastMessageAt'>): EpochMs {
  return lastMessageAt
}

type Handled = Pick<
  ConversationItem,
  'handoff' | 'pastHandoffs' | 'humanNeededSince' | 'reachedLimit' | 'personSession' | 'sessionId'
>

/** Returns who handled a conversation since a time, and why a person was needed. */
export function handledBy(
  { handoff, pastHandoffs = [], humanNeededSince, reachedLimit, personSession, sessionId }: Handled,
  since: EpochMs,
): Pick<HandledConversation, 'handledBy' | 'reason'> {
  const request = [...pastHandoffs, ...(handoff ? [handoff] : [])].findLast((one) => one.since >= since)
  if (request) return { handledBy: 'asked', reason: request.reason }
  if (humanNeededSince !== undefined) return { handledBy: 'failed', reason: reachedLimit ?? FAILED_TO_ANSWER }
  return { handledBy: personSession === sessionId ? 'person' : 'agent', reason: '' }
}

async function agentNames(organizationId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const agents = await batchGet(
    ids.map((id) => ({ organizationId, id })),
    (keys) => AgentEntity.get(keys).go(),
  )
  return new Map(agents.map(({ id, name }) => [id, name]))
}
