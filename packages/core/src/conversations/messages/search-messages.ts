import type { Hit } from '@replywright/contract/dashboard/conversations.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { firstIdAt } from '../../deliveries/index-range.ts'
import { DAY_MILLISECONDS, isLive, isoTime } from '../../platform/clock.ts'
import { findFolded, foldText } from '../../platform/fold-text.ts'
import { lastActivity } from '../activity-pages.ts'
import type { ConversationItem } from '../conversation-entity.ts'
import { ConversationEventEntity, type ConversationEventItem } from '../conversation-event-entity.ts'
import { MessageEntity, type MessageItem } from './message-entity.ts'

/** The age of the messages that are searched. */
const SEARCHED_DAYS = 90
/** The latest messages of a conversation that are searched, and the latest changes, of which some are notes. */
const SEARCHED_MESSAGES = 500
const SEARCHED_CHANGES = 200
/** Conversations that are read concurrently. */
const AT_ONCE = 50
/** Shorter searches are for names and numbers only. */
const SHORTEST = 2
/** The characters that are shown before and after the first word. */
const BEFORE = 24
const AFTER = 120

/**
 * Returns the latest message or note of each conversation that contains all words of a search, by conversation. Searches the
 * messages of the last 90 days, the latest 500 of each conversation, and the notes among the latest 200 changes: a read unit for
 * a conversation of 4 KB.
 */
export async function searchMessages(
  conversations: readonly ConversationItem[],
  search: string,
  now: EpochMs,
): Promise<Map<string, Hit>> {
  const words = foldText(search).split(/\s+/).filter(Boolean)
  const since = now - SEARCHED_DAYS * DAY_MILLISECONDS
  const searched = search.length < SHORTEST ? [] : conversations.filter((one) => lastActivity(one) >= since)
  const hits = new Map<string, Hit>()
  for (let start = 0; start < searched.length; start += AT_ONCE)
    await Promise.all(
      searched.slice(start, start + AT_ONCE).map(async ({ organizationId, id: conversationId }) => {
        const key = { organizationId, conversationId }
        const [messages, changes] = await Promise.all([
          MessageEntity.query
            .byId(key)
            .between({ id: firstIdAt(since) }, { id: '~' })
            .go({ order: 'desc', limit: SEARCHED_MESSAGES }),
          ConversationEventEntity.query
            .byId(key)
            .between({ id: firstIdAt(since) }, { id: '~' })
            .go({ order: 'desc', limit: SEARCHED_CHANGES }),
        ])
        const hit = latestHit(
          messages.data.filter((message) => isLive(message, now)),
          changes.data.filter((change) => isLive(change, now)),
          words,
        )
        if (hit) hits.set(conversationId, hit)
      }),
    )
  return hits
}

type Said = Pick<MessageItem, 'id' | 'text' | 'transcript' | 'sentAt'>
type Change = Pick<ConversationEventItem, 'id' | 'kind' | 'text' | 'at'>

/** Returns the latest message or note that contains all folded words, or undefined. Both lists have the newest first. */
export function latestHit(
  messages: readonly Said[],
  changes: readonly Change[],
  words: readonly string[],
): Hit | undefined {
  const notes = changes.flatMap(({ id, kind, text, at }) => (kind === 'note' && text ? [{ id, text, sentAt: at }] : []))
  const inMessage = firstHit(messages, words)
  const inNote = firstHit(notes, words)
  const isNote = inNote !== undefined && (inMessage === undefined || inNote.at > inMessage.at)
  return isNote ? { ...inNote, isNote } : inMessage
}

function firstHit(texts: readonly Said[], words: readonly string[]): Hit | undefined {
  for (const text of texts) {
    const hit = hitIn(text, words)
    if (hit) return hit
  }
  return undefined
}

/** Returns the place of the first word in a message that contains all folded words, or undefined. */
export function hitIn({ id, text, transcript = '', sentAt }: Said, words: readonly string[]): Hit | undefined {
  const whole = [text, transcript].filter(Boolean).join(' ').replace(/\s+/g, ' ')
  const folded = foldText(whole)
  const place = words.every((word) => folded.includes(word)) && findFolded(whole, words[0] ?? '')
  if (!place) return undefined
  const { from, to } = place
  const start = Math.max(0, from - BEFORE)
  return {
    messageId: id,
    isNote: false,
    at: isoTime(sentAt),
    before: `${start > 0 ? '…' : ''}${whole.slice(start, from)}`,
    match: whole.slice(from, to),
    after: whole.slice(to, to + AFTER),
  }
}
