import type { Message } from '@messaging/contract/messages.ts'

/** How a part of a list of messages is asked for. */
export interface PartQuery {
  readonly limit?: string
  readonly offset?: string
  readonly cursor?: string
}

/** The messages of a conversation that have been read, newest first. */
export interface Thread {
  readonly messages: readonly Message[]
  /** How to ask for the ones before; null when all have been read. */
  readonly older: PartQuery | null
}

interface Page {
  readonly results: readonly Message[]
  readonly next: string | null
}

/** What has been read after the newest page was read again: it has what is new, and new statuses. */
export function withNewest(before: Thread | undefined, page: Page): Thread {
  const fresh: Thread = { messages: page.results, older: olderOf(page.next) }
  if (!before) return fresh
  const rest = notIn(page.results, before.messages)
  // More came than a page holds: what is between is not known, so that older ones are read anew.
  const isGap = rest.length === before.messages.length && page.results.length > 0 && before.messages.length > 0
  return isGap ? fresh : { messages: [...page.results, ...rest], older: before.older }
}

/** What has been read after a page of older ones. */
export function withOlder(before: Thread, page: Page): Thread {
  return { messages: [...before.messages, ...notIn(before.messages, page.results)], older: olderOf(page.next) }
}

function notIn(known: readonly Message[], messages: readonly Message[]): readonly Message[] {
  const ids = new Set(known.map(({ id }) => id))
  return messages.filter(({ id }) => !ids.has(id))
}

/** The query of a page's `next` link. */
function olderOf(next: string | null): PartQuery | null {
  return next === null ? null : Object.fromEntries(new URL(next).searchParams)
}
