import type { Message } from '@messaging/contract/messages.ts'

export interface PageQuery {
  readonly limit?: string
  readonly offset?: string
  readonly cursor?: string
}

/** The loaded messages of a conversation, newest first. */
export interface Thread {
  readonly messages: readonly Message[]
  /** The query of the next older page; null if all messages are loaded. */
  readonly older: PageQuery | null
}

interface Page {
  readonly results: readonly Message[]
  readonly next: string | null
}

/** Merges a new copy of the newest page, which has new messages and new statuses. */
export function withNewest(before: Thread | undefined, page: Page): Thread {
  const fresh: Thread = { messages: page.results, older: olderOf(page.next) }
  if (!before) return fresh
  const rest = notIn(page.results, before.messages)
  // More new messages than a page holds leave a gap, so older messages are loaded again.
  const isGap = rest.length === before.messages.length && page.results.length > 0 && before.messages.length > 0
  return isGap ? fresh : { messages: [...page.results, ...rest], older: before.older }
}

export function withOlder(before: Thread, page: Page): Thread {
  return { messages: [...before.messages, ...notIn(before.messages, page.results)], older: olderOf(page.next) }
}

function notIn(known: readonly Message[], messages: readonly Message[]): readonly Message[] {
  const ids = new Set(known.map(({ id }) => id))
  return messages.filter(({ id }) => !ids.has(id))
}

/** Returns the query of a page's `next` link. */
function olderOf(next: string | null): PageQuery | null {
  return next === null ? null : Object.fromEntries(new URL(next).searchParams)
}
