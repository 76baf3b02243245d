import type { Author } from '@replywright/contract/dashboard/conversations.ts'
import type { ThreadConversation } from '@replywright/contract/dashboard/thread.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { waitingText } from './waiting-words.ts'

/** Who handles a conversation now. Exactly one state applies. */
export type Handling =
  | { readonly kind: 'taken-over'; readonly by: Author | null; readonly until: string }
  /** The customer waits for a person. */
  | { readonly kind: 'needs-person'; readonly since: string; readonly text: string }
  /** Another agent on the number replies, such as that of the provider. */
  | { readonly kind: 'other-agent' }
  /** The agent asked for a person, who has replied. */
  | { readonly kind: 'paused' }
  | { readonly kind: 'agent' | 'webhook' | 'none' }

/** Returns who handles a conversation. A takeover precedes a customer who waits, who precedes the routing. */
export function handlingOf(
  {
    mode,
    takeover,
    takenOverBy,
    waiting,
    isAgentPaused,
    control,
  }: Pick<ThreadConversation, 'mode' | 'takeover' | 'takenOverBy' | 'waiting' | 'isAgentPaused' | 'control'>,
  hasAgent: boolean,
  now: EpochMs,
): Handling {
  if (takeover.until !== null && Date.parse(takeover.until) > now)
    return { kind: 'taken-over', by: takenOverBy, until: takeover.until }
  if (control === 'other_agent') return { kind: 'other-agent' }
  if (mode === 'webhook') return { kind: 'webhook' }
  if (waiting !== null) return { kind: 'needs-person', since: waiting.since, text: waitingText(waiting) }
  if (mode === null || !hasAgent) return { kind: 'none' }
  return { kind: isAgentPaused ? 'paused' : 'agent' }
}

/**
 * Returns whether a member can let the agent answer a customer who waits, because nobody replied or the agent failed. An agent
 * that asked for a person is silent until handback.
 */
export function canAnswerNow(
  conversation: Parameters<typeof handlingOf>[0] & Pick<ThreadConversation, 'window'>,
  hasAgent: boolean,
  now: EpochMs,
): boolean {
  const { mode, waiting, isAgentPaused, window } = conversation
  if (!hasAgent || mode === null || waiting === null || isAgentPaused) return false
  const isOpen = window.openUntil !== null && Date.parse(window.openUntil) > now
  return isOpen && handlingOf(conversation, hasAgent, now).kind === 'needs-person'
}

/** The duration of a takeover by default. */
export const TAKEOVER_MINUTES = 10
/** A reply prolongs a takeover that ends earlier. */
const SOON_MS = 5 * 60_000

/** Returns whether a reply takes a conversation over, because the agent would otherwise answer the customer, too. */
export function takesOver(conversation: Parameters<typeof handlingOf>[0], hasAgent: boolean, now: EpochMs): boolean {
  const handling = handlingOf(conversation, hasAgent, now)
  if (handling.kind === 'other-agent') return true
  if (!hasAgent || conversation.mode === null) return false
  if (handling.kind === 'taken-over') return Date.parse(handling.until) - now < SOON_MS
  return handling.kind !== 'webhook' && handling.kind !== 'none'
}

/** Returns the label of the button that sends a message. A reply prolongs a takeover of the user without a word. */
export function sendLabel(handling: Handling, isTakingOver: boolean): string {
  const by = handling.kind === 'taken-over' && handling.by?.kind === 'user' ? handling.by : undefined
  if (by?.isYou) return 'Send'
  if (isTakingOver) return 'Take over and send'
  return by ? 'Send anyway' : 'Send'
}
