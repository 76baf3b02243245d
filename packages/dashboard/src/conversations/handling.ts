import type { Author } from '@replywright/contract/dashboard/conversations.ts'
import type { ThreadConversation } from '@replywright/contract/dashboard/thread.ts'
import { waitingText } from './failure-words.ts'

/** Who handles a conversation now. Exactly one state applies. */
export type Handling =
  | { readonly kind: 'taken-over'; readonly by: Author | null; readonly until: string }
  /** The agent asked for a person for a reason, or failed. After a failure it tries again when the customer writes. */
  | { readonly kind: 'needs-person'; readonly since: string; readonly text: string }
  /** Another agent on the number replies, such as that of the provider. */
  | { readonly kind: 'other-agent' }
  | { readonly kind: 'agent' | 'webhook' | 'none' }

/** Returns who handles a conversation. A takeover precedes a failure of the agent, which precedes the routing. */
export function handlingOf(
  {
    mode,
    takeover,
    takenOverBy,
    humanNeededSince,
    humanNeededReason,
    agentFailure,
    control,
  }: Pick<
    ThreadConversation,
    'mode' | 'takeover' | 'takenOverBy' | 'humanNeededSince' | 'humanNeededReason' | 'agentFailure' | 'control'
  >,
  hasAgent: boolean,
  now: number,
): Handling {
  if (takeover.until !== null && Date.parse(takeover.until) > now)
    return { kind: 'taken-over', by: takenOverBy, until: takeover.until }
  if (control === 'other_agent') return { kind: 'other-agent' }
  if (mode === 'webhook') return { kind: 'webhook' }
  if (humanNeededSince !== null) {
    const text = waitingText({ humanNeededReason, agentFailure })
    const hasAsked = humanNeededReason !== null && agentFailure === null
    return {
      kind: 'needs-person',
      since: humanNeededSince,
      text: hasAsked ? `The agent asked for a person: ${text}` : text,
    }
  }
  return { kind: mode !== null && hasAgent ? 'agent' : 'none' }
}

/** The duration of a takeover by default. */
export const TAKEOVER_MINUTES = 10
/** A reply prolongs a takeover that ends earlier. */
const SOON_MS = 5 * 60_000

/** Returns whether a reply takes a conversation over, because the agent would otherwise answer the customer, too. */
export function takesOver(conversation: Parameters<typeof handlingOf>[0], hasAgent: boolean, now: number): boolean {
  const handling = handlingOf(conversation, hasAgent, now)
  if (handling.kind === 'taken-over') return hasAgent && Date.parse(handling.until) - now < SOON_MS
  return ['agent', 'needs-person', 'other-agent'].includes(handling.kind)
}
