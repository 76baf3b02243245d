import type { InboxConversation } from '@replywright/contract/dashboard/conversations.ts'
import { failureText } from './failure-words.ts'

type Waiting = NonNullable<InboxConversation['waiting']>

/** Returns why a customer waits for a person, as a sentence without a full stop. */
export function waitingText({ kind, reason, failure }: Pick<Waiting, 'kind' | 'reason' | 'failure'>): string {
  if (kind === 'unanswered')
    return reason === null ? 'Nobody has replied' : `Nobody has replied. ${withoutStop(reason)}`
  return withoutStop(reason ?? (kind === 'failed' ? failureText(failure) : 'The agent asked for a person'))
}

/** Returns a text without the full stop at its end. */
export function withoutStop(text: string): string {
  const trimmed = text.trim()
  return trimmed.endsWith('.') && !trimmed.endsWith('..') ? trimmed.slice(0, -1) : trimmed
}
