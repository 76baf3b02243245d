import type {
  ThreadConversation,
  ThreadEvent,
  ThreadMessage,
  ThreadPage,
} from '@replywright/contract/dashboard/thread.ts'

/** The loaded part of a conversation. Messages and events are oldest first. */
export interface Thread {
  readonly conversation: ThreadConversation
  readonly messages: readonly ThreadMessage[]
  readonly events: readonly ThreadEvent[]
  readonly hasOlder: boolean
}

/** The latest messages whose status is read again with each poll. */
const TAIL = 10
/** A message can be received after later ones. The latest messages are read again for it, fewer than a page holds. */
const LATE_MS = 10_000
const MOST_LATE = 40
/** Sorts before all ids. */
const FIRST = '0'
/** How far a message has come. An older response cannot undo a status. A failed message can be sent again. */
const RANKS = { pending: 0, sent: 1, failed: 1, delivered: 2, read: 3 } as const

export function firstThread({ conversation, messages, events, hasMore }: ThreadPage): Thread {
  return { conversation, messages: messages.toSorted(byPosition), events: events.toReversed(), hasOlder: hasMore }
}

/**
 * Returns the query of what is newer than a thread. It includes the latest outbound messages whose status can change,
 * and those of the last seconds. They cost no more to read, because DynamoDB counts reads of up to 4 KB as one.
 */
export function newerQuery({ messages, events }: Thread): {
  readonly after: string
  readonly event: string | undefined
} {
  const byTime = messages.toSorted(byId)
  const late = Date.parse(byTime.at(-1)?.createdAt ?? '') - LATE_MS
  const from = byTime.findIndex((message, index) => {
    const place = byTime.length - index
    return (place <= TAIL && mayChange(message)) || (place <= MOST_LATE && Date.parse(message.createdAt) >= late)
  })
  return { after: byTime[from - 1]?.id ?? FIRST, event: events.at(-1)?.id }
}

/** Returns the id below which all messages are older than the loaded ones, or undefined if none are loaded. */
export function olderThan({ messages }: Pick<Thread, 'messages'>): string | undefined {
  return messages.toSorted(byId)[0]?.id
}

function mayChange({ direction, status }: ThreadMessage): boolean {
  return direction === 'outbound' && status !== 'read' && status !== 'failed'
}

/** Merges a page of newer messages. Keeps the objects of unchanged messages, so that they are not rendered again. */
export function withNewer(thread: Thread, page: ThreadPage): Thread {
  return {
    conversation: page.conversation,
    messages: merged(thread.messages, page.messages),
    events: mergedEvents(thread.events, page.events),
    hasOlder: thread.hasOlder,
  }
}

/** Merges a page of older messages. */
export function withOlder(thread: Thread, page: ThreadPage): Thread {
  return {
    conversation: thread.conversation,
    messages: merged(thread.messages, page.messages),
    events: mergedEvents(thread.events, page.events),
    hasOlder: page.hasMore,
  }
}

/** Adds a message that was just sent. */
export function withSent(thread: Thread, message: ThreadMessage): Thread {
  const others = thread.messages.filter(({ id }) => id !== message.id)
  return { ...thread, messages: [...others, message].toSorted(byPosition) }
}

function merged(before: readonly ThreadMessage[], added: readonly ThreadMessage[]): readonly ThreadMessage[] {
  const known = new Map(before.map((message) => [message.id, message]))
  let isChanged = false
  for (const message of added) {
    const old = known.get(message.id)
    if (old && (rankOf(message) < rankOf(old) || JSON.stringify(message) === JSON.stringify(old))) continue
    known.set(message.id, message)
    isChanged = true
  }
  return isChanged ? [...known.values()].toSorted(byPosition) : before
}

function rankOf({ status }: ThreadMessage): number {
  return RANKS[status ?? 'pending']
}

function mergedEvents(before: readonly ThreadEvent[], added: readonly ThreadEvent[]): readonly ThreadEvent[] {
  if (added.length === 0) return before
  return [...new Map([...before, ...added].map((event) => [event.id, event])).values()].toSorted(byId)
}

/** The order in which messages arrived. */
function byPosition(a: ThreadMessage, b: ThreadMessage): number {
  return a.position < b.position ? -1 : 1
}

/** Ids sort by time. */
function byId(a: { readonly id: string }, b: { readonly id: string }): number {
  return a.id === b.id ? 0 : a.id < b.id ? -1 : 1
}
