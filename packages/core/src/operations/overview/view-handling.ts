import type { HandledConversation, Handling } from '@messaging/contract/dashboard/handling.ts'
import { PERIODS, type Period } from '@messaging/contract/dashboard/statistics.ts'
import { AgentEntity } from '../../agents/agent-entity.ts'
import { costOf, usdOf } from '../../answering/turns/turn-cost.ts'
import { SANDBOX_PHONE_NUMBER_ID } from '../../channel/numbers/sandbox-number.ts'
import type { ConversationItem } from '../../conversations/conversation-entity.ts'
import { listByActivity } from '../../conversations/list-by-activity.ts'
import { isoTime } from '../../platform/clock.ts'
import { batchGet } from '../../platform/table/batch-get.ts'

/** The most conversations that are read, about a quarter of a read unit each. */
const READ = 1000
const SHOWN = 500
const HOUR_MILLISECONDS = 3_600_000
const FAILED = 'The agent failed to answer.'

/**
 * Returns who handled the conversations of a period in which an agent replied or failed: the latest 500 of the latest 1,000. `now` in
 * milliseconds.
 */
export async function viewHandling(organizationId: string, period: Period, now: number): Promise<Handling> {
  const since = now - PERIODS[period].hours * HOUR_MILLISECONDS
  const { items, nextCursor } = await listByActivity(
    organizationId,
    { offset: 0, limit: SHOWN },
    {
      isWanted: (conversation) => isAnswered(conversation, since),
      activeSince: since,
      atMost: READ,
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

function isAnswered(conversation: ConversationItem, since: number): boolean {
  const { answeredSession, failure, agentId, phoneNumberId } = conversation
  if ((answeredSession === undefined && failure === undefined) || agentId === undefined) return false
  return !phoneNumberId.startsWith(SANDBOX_PHONE_NUMBER_ID) && lastMessageOf(conversation) >= since
}

function happenedSince<Event extends { readonly at: number }>(event: Event | undefined, since: number) {
  return event && event.at >= since ? event : undefined
}

function lastMessageOf({ lastMessageAt = 0 }: Pick<ConversationItem, 'lastMessageAt'>): number {
  return lastMessageAt
}

type Handled = Pick<
  ConversationItem,
  'handoff' | 'pastHandoffs' | 'humanNeededSince' | 'reachedLimit' | 'personSession' | 'sessionId'
>

/** Returns who handled a conversation since a time (milliseconds), and why a person was needed. */
export function handledBy(
  { handoff, pastHandoffs = [], humanNeededSince, reachedLimit, personSession, sessionId }: Handled,
  since: number,
): Pick<HandledConversation, 'handledBy' | 'reason'> {
  const request = [...pastHandoffs, ...(handoff ? [handoff] : [])].findLast((one) => one.since >= since)
  if (request) return { handledBy: 'asked', reason: request.reason }
  if (humanNeededSince !== undefined) return { handledBy: 'failed', reason: reachedLimit ?? FAILED }
  return { handledBy: personSession === sessionId ? 'person' : 'agent', reason: '' }
}

async function agentNames(organizationId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const agents = await batchGet(
    ids.map((id) => ({ organizationId, id })),
    (keys) => AgentEntity.get(keys).go(),
  )
  return new Map(agents.map(({ id, name }) => [id, name]))
}
