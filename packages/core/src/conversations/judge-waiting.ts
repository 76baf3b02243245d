import type { TurnFailure } from '@replywright/contract/causes.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import type { ConversationItem } from './conversation-entity.ts'
import { isTakenOver } from './is-taken-over.ts'
import type { Route } from './routing/effective-route.ts'

/** A customer who waits for a person. */
export interface Waiting {
  /** When the first message without a reply was sent, or when the agent asked for a person. If there is neither: when it failed. */
  readonly since: EpochMs
  /** `asked`: the agent asked for a person. `failed`: it could not reply. `unanswered`: nobody replies to a message. */
  readonly kind: 'asked' | 'failed' | 'unanswered'
  /** Why the agent asked for a person, or which limit is reached. Undefined if it is not known. */
  readonly reason?: string
  /** Why the agent failed. */
  readonly failure?: TurnFailure
}

type Replies = Pick<ConversationItem, 'inboundSeq' | 'answeredSeq' | 'settledSeq'>

type Judged = Replies &
  Pick<
    ConversationItem,
    | 'handoff'
    | 'humanNeededSince'
    | 'reachedLimit'
    | 'failure'
    | 'waitingAt'
    | 'humanTakeoverUntil'
    | 'doneSeq'
    | 'control'
  > & {
    /** The mode of the effective route. @default unknown */
    readonly mode?: Route['mode']
  }

/**
 * Returns since when and why the customer of a conversation waits for a person, or undefined. The wait begins with a
 * request of the agent, or with a message to which no agent replies, also because it failed. It ends with a message of a person or a
 * reply of an agent. Nobody waits during a takeover, while another agent on the number replies, and where a webhook
 * receives the messages.
 */
export function judgeWaiting(conversation: Judged, now: EpochMs): Waiting | undefined {
  const { handoff, humanNeededSince, reachedLimit, failure, waitingAt, settledSeq, inboundSeq, mode } = conversation
  if (isTakenOver(conversation, now) || mode === 'webhook' || isSettled(conversation)) return undefined
  if (conversation.control?.holder === 'other_agent') return undefined
  const entered = waitingAt === undefined ? undefined : enteredAt(waitingAt)
  if (handoff) {
    const { reason } = handoff
    // A person has replied since the request, and the customer has written again.
    const kind = settledSeq === undefined ? 'asked' : 'unanswered'
    return { since: entered ?? handoff.since, kind, reason }
  }
  if (humanNeededSince !== undefined) {
    const why = { ...(reachedLimit && { reason: reachedLimit }), ...(failure && { failure: failure.cause }) }
    return { since: entered ?? humanNeededSince, kind: 'failed', ...why }
  }
  if (entered === undefined || !isUnanswered(conversation) || conversation.doneSeq === inboundSeq) return undefined
  return { since: entered, kind: 'unanswered' }
}

/** Returns whether the customer has written a message to which neither a person nor an agent has replied. */
export function isUnanswered({ inboundSeq, answeredSeq = 0, settledSeq = 0 }: Replies): boolean {
  return inboundSeq > Math.max(answeredSeq, settledSeq)
}

function isSettled({ inboundSeq, settledSeq }: Replies): boolean {
  return settledSeq !== undefined && settledSeq >= inboundSeq
}

/** Returns the time in a place of the list (`waitingEntry`). */
export function enteredAt(waitingAt: string): EpochMs {
  return Number.parseInt(waitingAt, 10)
}
