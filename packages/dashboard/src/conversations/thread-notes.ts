import type { ConversationDetails } from '@replywright/contract/dashboard/conversations.ts'
import type { ThreadEvent } from '@replywright/contract/dashboard/thread.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import type { Note } from '../chat/chat-items.ts'
import { failureText } from './failure-words.ts'
import { authorName } from './name-words.ts'
import type { Thread } from './thread.ts'
import { withoutStop } from './waiting-words.ts'

/**
 * Returns what happened in the shown part of a conversation: stored events, ends of takeovers, failures of the agent,
 * new sessions, and a disabled endpoint.
 */
export function threadNotes(
  {
    messages,
    events,
    hasOlder,
    conversation,
  }: Pick<Thread, 'messages' | 'events' | 'hasOlder'> & {
    readonly conversation: Pick<Thread['conversation'], 'waiting' | 'isAgentPaused'>
  },
  details: Pick<ConversationDetails, 'turns' | 'effectiveRoute'> | undefined,
  now: EpochMs,
): readonly Note[] {
  const oldest = hasOlder ? (messages[0]?.createdAt ?? '') : ''
  const changes = events.filter(({ kind }) => kind !== 'note')
  const notes = [
    ...events.flatMap((event) => internalNotes(event)),
    ...changes.flatMap((event, index) =>
      eventNotes(event, changes[index - 1], changes[index + 1], {
        isPaused: isPausedAfter(changes.slice(0, index + 1), conversation.isAgentPaused),
        now,
      }),
    ),
    ...sessionNotes(messages),
    ...(details?.turns ?? []).flatMap(({ id, status, failedAt }, index, all): Note[] =>
      status === 'failed' && failedAt !== null
        ? [
            {
              key: `failed ${id}`,
              at: failedAt,
              // The conversation knows why its latest turn failed.
              text: failureText(index === all.length - 1 ? (conversation.waiting?.failure ?? null) : null),
              tone: 'bad',
            },
          ]
        : [],
    ),
    ...disabledNotes(details?.effectiveRoute.webhook ?? null),
  ]
  return notes.filter(({ at }) => at >= oldest)
}

function internalNotes({ id, kind, at, author, text }: ThreadEvent): readonly Note[] {
  return kind === 'note' ? [{ key: id, id, at, text: `${authorName(author)} noted: ${text ?? ''}`, tone: 'note' }] : []
}

function eventNotes(
  event: ThreadEvent,
  before: ThreadEvent | undefined,
  next: ThreadEvent | undefined,
  { isPaused, now }: { readonly isPaused: boolean; readonly now: EpochMs },
): readonly Note[] {
  const { id: key, at, until } = event
  const who = authorName(event.author)
  if (event.kind === 'done') return [{ key, at, text: `${who} marked the conversation as done` }]
  if (event.kind === 'reopened') return [{ key, at, text: `${who} reopened the conversation` }]
  if (event.kind === 'handed-back') return [{ key, at, text: `${who} handed back to the agent` }]
  if (event.kind === 'agent-connected')
    return [{ key, at, text: `${event.agent?.name ?? 'Another agent'} was connected. The request for a person ended` }]
  if (event.kind === 'human-needed') {
    const [reason = '', summary = ''] = [event.reason ?? '', event.summary ?? ''].map(withoutStop)
    const text = `${event.agent?.name ?? 'The agent'} asked for a person`
    return [{ key, at, text, card: { title: reason, text: isRepeated(summary, reason) ? '' : summary } }]
  }
  if (event.kind === 'control-taken' || event.kind === 'control-passed') return [{ key, at, text: controlText(event) }]
  if (event.kind === 'routed') return [{ key, at, text: `${who} changed the routing: ${targetOf(event)}` }]
  const end = until ?? at
  const isExtended = before?.kind === 'taken-over' && before.until !== null && before.until > at
  const hasEnded = Date.parse(end) <= now && (next === undefined || next.at > end)
  return [
    { key, at, until: end, text: isExtended ? `${who} extended the takeover` : `${who} took over` },
    ...(hasEnded ? [{ key: `end ${key}`, at: end, text: isPaused ? ENDED_PAUSED : ENDED }] : []),
  ]
}

function controlText({ kind, author, reason }: ThreadEvent): string {
  const isReported = author.kind === 'app'
  const said = reason ? `: ${reason}` : ''
  if (kind === 'control-taken')
    return isReported
      ? `The other agent on the number passed the conversation on${said}`
      : `${authorName(author)} took the conversation from the other agent on the number${said}`
  return isReported
    ? `Another agent on the number replies from now on${said}`
    : `${authorName(author)} passed the conversation to the other agent on the number${said}`
}

const ENDED = 'The takeover ended. The agent replies again'
const ENDED_PAUSED = 'The takeover ended. The agent is silent until somebody hands back'

/** The events that end a request for a person. */
const ENDS = ['handed-back', 'done', 'agent-connected']

/**
 * Returns whether the agent is silent after events, because it asked for a person. If none of them tells, an earlier request
 * may be open: `isPaused` now.
 */
function isPausedAfter(events: readonly ThreadEvent[], isPaused: boolean): boolean {
  const last = events.findLast(({ kind }) => kind === 'human-needed' || ENDS.includes(kind))
  return last ? last.kind === 'human-needed' : isPaused
}

/** Returns whether a summary says what the reason says, which models often repeat. */
function isRepeated(summary: string, reason: string): boolean {
  return reason.toLowerCase().includes(summary.toLowerCase())
}

function targetOf({ mode, webhook, agent }: ThreadEvent): string {
  if (mode === null) return 'messages are only stored'
  if (mode === 'webhook') return webhook ? `endpoint ${webhook.name}` : 'an endpoint'
  if (mode === 'sandbox') return 'sandbox'
  return agent ? `${agent.name} replies` : 'an agent replies'
}

function sessionNotes(messages: Thread['messages']): readonly Note[] {
  return messages.flatMap(({ id, sessionId, createdAt }, index): Note[] => {
    const before = messages[index - 1]?.sessionId ?? sessionId
    return before === sessionId || sessionId === null
      ? []
      : [{ key: `session ${id}`, at: createdAt, text: 'New session. The agent doesn’t see earlier messages' }]
  })
}

function disabledNotes(webhook: ConversationDetails['effectiveRoute']['webhook']): readonly Note[] {
  if (!webhook || webhook.enabled || webhook.disabledAt === null) return []
  const isAutomatic = webhook.disabledReason === 'consecutive_failures'
  const text = isAutomatic
    ? `Endpoint ${webhook.name} was disabled after 20 consecutive failures`
    : `Endpoint ${webhook.name} was disabled`
  return [{ key: `disabled ${webhook.id}`, at: webhook.disabledAt, text, tone: 'bad' }]
}
