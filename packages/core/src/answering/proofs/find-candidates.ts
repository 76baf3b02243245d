import type { EpochMs } from '@replywright/contract/time.ts'
import type { ConversationItem } from '../../conversations/conversation-entity.ts'
import { findConversation } from '../../conversations/conversation-entity.ts'
import { listByActivity } from '../../conversations/list-by-activity.ts'
import { NO_TOKENS, plus, readTokens } from '../turns/turn-cost.ts'
import { type TurnItem, turnStatus } from '../turns/turn-entity.ts'
import type { Candidate, Filter } from './choose-conversations.ts'
import { isUnhappy } from './is-unhappy.ts'
import { listMessagesOf, listTurns, type Period } from './load-conversation.ts'

/** Conversations of a period that are read to find those of the agent. */
const MOST_READ = 1000
/** Conversations whose turns are read at the same time. */
const AT_ONCE = 10

/** Returns the conversations in which an agent took part in a period, or those of `ids` of them. */
export async function findCandidates(
  organizationId: string,
  agentId: string,
  { since, until, ids, filter }: Period & { readonly ids: readonly string[] | undefined; readonly filter: Filter },
  now: EpochMs,
): Promise<Candidate[]> {
  const conversations = ids
    ? (await Promise.all([...new Set(ids)].map((id) => findConversation(organizationId, id)))).filter(
        (each) => each !== null,
      )
    : await listActive(organizationId, since)
  const found: Candidate[] = []
  for (let start = 0; start < conversations.length; start += AT_ONCE) {
    const part = conversations.slice(start, start + AT_ONCE)
    const candidates = await Promise.all(
      part.map(async (conversation) => {
        const turns = await listTurns(conversation, { since, until })
        const own = turns.filter((turn) => turn.agentId === agentId || turn.speakerId === agentId)
        if (own.length === 0) return []
        const messages = filter === 'unhappy' ? await listMessagesOf(conversation, { since, until }, now) : []
        return [{ ...candidateOf(conversation, own, { since, until }), unhappy: isUnhappy(messages) }]
      }),
    )
    found.push(...candidates.flat())
  }
  return found
}

async function listActive(organizationId: string, since: EpochMs): Promise<readonly ConversationItem[]> {
  const { items } = await listByActivity(
    organizationId,
    { limit: MOST_READ, offset: 0 },
    {
      isWanted: ({ lastMessageAt = 0, inboundTakenAt = 0 }) => Math.max(lastMessageAt, inboundTakenAt) >= since,
      activeSince: since,
    },
  )
  return items
}

type Known = Pick<ConversationItem, 'id' | 'handoff' | 'pastHandoffs' | 'humanNeededSince' | 'failure'>

/** Returns what the turns of an agent in a conversation say about it. */
export function candidateOf(
  { id, handoff, pastHandoffs = [], humanNeededSince, failure }: Known,
  turns: readonly Pick<TurnItem, 'id' | 'status' | 'declined' | 'handoff' | 'tokens' | 'startedAt'>[],
  { since, until }: Period,
): Candidate {
  const isInside = (time: number | undefined) => time !== undefined && time >= since && time <= until
  const asked = [...pastHandoffs, ...(handoff ? [handoff] : [])]
  const tokens = turns.flatMap((turn) => [...readTokens(turn.tokens).values()]).reduce(plus, NO_TOKENS)
  return {
    id,
    lastAt: Math.max(...turns.map(({ startedAt }) => startedAt)),
    handedOver: turns.some((turn) => turn.handoff !== undefined) || asked.some((each) => isInside(each.since)),
    failed:
      turns.some((turn) => turnStatus(turn) === 'failed' || turn.declined !== undefined) ||
      isInside(failure?.at) ||
      isInside(humanNeededSince),
    unhappy: false,
    microUsd: tokens.microUsd ?? 0,
  }
}
