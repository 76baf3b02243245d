import type { ConversationDetails } from '@messaging/contract/dashboard/conversations.ts'
import type { ThreadEvent } from '@messaging/contract/dashboard/thread.ts'
import type { Note } from '../chat/chat-items.ts'
import { words } from '../chat/words.ts'
import { authorName } from './author-words.ts'
import type { Thread } from './thread.ts'

const { events: texts } = words

/**
 * Returns what happened in the shown part of a conversation: stored events, ends of takeovers, failures of the agent,
 * new sessions, and a disabled endpoint. `now` in milliseconds.
 */
export function threadNotes(
  { messages, events, hasOlder }: Pick<Thread, 'messages' | 'events' | 'hasOlder'>,
  details: Pick<ConversationDetails, 'turns' | 'effectiveRoute'> | undefined,
  now: number,
): readonly Note[] {
  const oldest = hasOlder ? (messages[0]?.createdAt ?? '') : ''
  const notes = [
    ...events.flatMap((event, index) => eventNotes(event, events[index - 1], events[index + 1], now)),
    ...sessionNotes(messages),
    ...(details?.turns ?? []).flatMap(({ id, status, givenUpAt }): Note[] =>
      status === 'given-up' && givenUpAt !== null
        ? [{ key: `given-up ${id}`, at: givenUpAt, text: texts.couldNotReply, tone: 'bad' }]
        : [],
    ),
    ...disabledNotes(details?.effectiveRoute.webhook ?? null),
  ]
  return notes.filter(({ at }) => at >= oldest)
}

function eventNotes(
  event: ThreadEvent,
  before: ThreadEvent | undefined,
  next: ThreadEvent | undefined,
  now: number,
): readonly Note[] {
  const { id: key, at, until } = event
  const who = authorName(event.author)
  if (event.kind === 'handed-back') return [{ key, at, text: texts.handedBack(who) }]
  if (event.kind === 'routed') return [{ key, at, text: texts.routed(who, targetOf(event)) }]
  const end = until ?? at
  const isExtended = before?.kind === 'taken-over' && before.until !== null && before.until > at
  const text = isExtended ? texts.extended(who, clockTime(end)) : texts.takenOver(who, clockTime(end))
  const hasEnded = Date.parse(end) <= now && (next === undefined || next.at > end)
  return [{ key, at, text }, ...(hasEnded ? [{ key: `end ${key}`, at: end, text: texts.ended }] : [])]
}

function targetOf({ mode, webhook, agent }: ThreadEvent): string {
  const { targets } = texts
  if (mode === null) return targets.none
  if (mode === 'webhook') return webhook ? targets.webhook(webhook.name) : targets.deleted
  if (mode === 'sandbox') return targets.sandbox
  return agent ? targets.namedAgent(agent.name) : targets.agent
}

function sessionNotes(messages: Thread['messages']): readonly Note[] {
  return messages.flatMap(({ id, sessionId, createdAt }, index): Note[] => {
    const before = messages[index - 1]?.sessionId ?? sessionId
    return before === sessionId || sessionId === null
      ? []
      : [{ key: `session ${id}`, at: createdAt, text: texts.newSession }]
  })
}

function disabledNotes(webhook: ConversationDetails['effectiveRoute']['webhook']): readonly Note[] {
  if (!webhook || webhook.enabled || webhook.disabledAt === null) return []
  const isAutomatic = webhook.disabledReason === 'consecutive_failures'
  const text = isAutomatic ? texts.autoDisabled(webhook.name) : texts.disabled(webhook.name)
  return [{ key: `disabled ${webhook.id}`, at: webhook.disabledAt, text, tone: 'bad' }]
}

function clockTime(at: string): string {
  return new Date(at).toLocaleTimeString('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
}
