import type { EpochMs } from '@replywright/contract/time.ts'
import type { ConversationItem } from '../../conversations/conversation-entity.ts'
import { MessageEntity, type MessageItem } from '../../conversations/messages/message-entity.ts'
import { isLive } from '../../platform/clock.ts'
import { TurnEntity, type TurnItem } from '../turns/turn-entity.ts'
import { TurnResultEntity, type TurnResultItem, TurnStepEntity, type TurnStepItem } from '../turns/turn-steps.ts'

/** A period, both ends included. */
export interface Period {
  readonly since: EpochMs
  readonly until: EpochMs
}

/** Sorts after every step and result of a turn. */
const LAST = { round: 99, step: 99 }

/** Returns the lowest id of a time, and the highest one. Ids of messages, turns and steps sort by time. */
export function idsOf({ since, until }: Period): { readonly from: string; readonly to: string } {
  const hex = (at: EpochMs) => {
    const time = Math.max(0, Math.floor(at)).toString(16).padStart(12, '0')
    return `${time.slice(0, 8)}-${time.slice(8)}`
  }
  return { from: hex(since), to: `${hex(until)}-~` }
}

/** Returns the turns of agents in a period of a conversation, oldest first. */
export async function listTurns(
  { organizationId, id: conversationId }: Pick<ConversationItem, 'organizationId' | 'id'>,
  period: Period,
): Promise<TurnItem[]> {
  const { from, to } = idsOf(period)
  const { data } = await TurnEntity.query
    .byId({ organizationId, conversationId })
    .between({ id: from }, { id: to })
    .go({ pages: 'all', consistent: true })
  return data
}

/** The messages of a conversation are read in pages of this size, and at most this many pages. */
const PAGE = 100
const MOST_PAGES = 6

/** Returns the messages of a period of a conversation, oldest first: at most 600, the oldest ones. */
export async function listMessagesOf(
  { organizationId, id: conversationId }: Pick<ConversationItem, 'organizationId' | 'id'>,
  period: Period,
  now: EpochMs,
): Promise<MessageItem[]> {
  const { from, to } = idsOf(period)
  const { data } = await MessageEntity.query
    .byId({ organizationId, conversationId })
    .between({ id: from }, { id: to })
    .go({ limit: PAGE, pages: MOST_PAGES, consistent: true })
  return data
    .filter((message) => isLive(message, now))
    .toSorted((a, b) => a.takenAt - b.takenAt || a.id.localeCompare(b.id))
}

/** Returns the stored steps and results of turns in a period, in order. */
export async function listSteps(
  { organizationId, id: conversationId }: Pick<ConversationItem, 'organizationId' | 'id'>,
  period: Period,
): Promise<{ readonly steps: TurnStepItem[]; readonly results: TurnResultItem[] }> {
  const key = { organizationId, conversationId }
  const { from, to } = idsOf(period)
  const [steps, results] = await Promise.all([
    TurnStepEntity.query
      .byTurn(key)
      .between({ turnId: from }, { turnId: to, ...LAST })
      .go({ pages: 'all', consistent: true }),
    TurnResultEntity.query
      .byTurn(key)
      .between({ turnId: from }, { turnId: to, ...LAST, index: 99 })
      .go({ pages: 'all', consistent: true }),
  ])
  return { steps: steps.data, results: results.data }
}
