import type { AgentTurn } from '@replywright/contract/dashboard/tool-calls.ts'
import type { Message } from '@replywright/contract/messages.ts'

/** A line between messages that tells what happened at a time (ISO 8601), and `until` when it lasts. */
export interface Note {
  readonly key: string
  /** The id of the message or internal note that it shows, which a search can find. */
  readonly id?: string
  readonly at: string
  readonly until?: string
  readonly text: string
  readonly tone?: 'bad' | 'note' | undefined
  /** What is shown in a card below the line. The text may be empty. */
  readonly card?: { readonly title: string; readonly text: string } | undefined
}

/** An item of a chat, in display order. */
export type ChatItem<M extends Message = Message> =
  | { readonly kind: 'day'; readonly key: string; readonly at: string }
  | { readonly kind: 'message'; readonly key: string; readonly message: M }
  | { readonly kind: 'turn'; readonly key: string; readonly turn: AgentTurn }
  | { readonly kind: 'note'; readonly key: string; readonly note: Note }

/**
 * Returns the items of a chat: messages (oldest first), days, turns and notes. A turn follows the last of its messages.
 * Omits turns without tool calls and turns whose messages are not shown.
 */
export function chatItems<M extends Message>(
  messages: readonly M[],
  turns: readonly AgentTurn[],
  notes: readonly Note[] = [],
): readonly ChatItem<M>[] {
  const shown = new Set(messages.map(({ id }) => id))
  const below = Map.groupBy(
    turns.filter(({ toolCalls }) => toolCalls.length > 0),
    ({ messageIds }) => messageIds.findLast((id) => shown.has(id)),
  )
  let latest = ''
  const entries = [
    ...messages.map((message) => {
      // The customer's times are whole seconds, so a message can have an earlier time than the one before it.
      latest = latest > message.createdAt ? latest : message.createdAt
      // A notice of the provider, for example that the customer has another number, is nobody's message.
      if (message.type === 'system') return { at: latest, message: undefined, note: noticeOf(message) }
      return { at: latest, message, note: undefined }
    }),
    ...notes.map((note) => ({ at: note.at, message: undefined, note })),
  ].toSorted((a, b) => (a.at === b.at ? 0 : a.at < b.at ? -1 : 1))
  return entries.flatMap(({ at, message, note }, index): readonly ChatItem<M>[] => {
    const day = isNewDay(entries[index - 1]?.at, at)
      ? [{ kind: 'day' as const, key: `day ${message?.id ?? note?.key}`, at }]
      : []
    if (note) return [...day, { kind: 'note', key: `note ${note.key}`, note }]
    if (!message) return day
    const calls = (below.get(message.id) ?? []).map((turn) => ({ kind: 'turn' as const, key: `turn ${turn.id}`, turn }))
    return [...day, { kind: 'message', key: message.id, message }, ...calls]
  })
}

function noticeOf({ id, createdAt: at, text }: Message): Note {
  return { key: id, id, at, text }
}

function isNewDay(before: string | undefined, at: string): boolean {
  return before === undefined || dayOf(before) !== dayOf(at)
}

function dayOf(at: string): string {
  return new Date(at).toDateString()
}

/** Returns the number of messages after the item that was the last one when the user was at the end. */
export function unseenMessages(items: readonly ChatItem<Message>[], lastSeen: string | undefined): number {
  const seen = items.findLastIndex(({ key }) => key === lastSeen)
  return seen < 0 ? 0 : items.slice(seen + 1).filter(({ kind }) => kind === 'message').length
}
