import type { EpochMs } from '@replywright/contract/time.ts'
import type { MessageItem } from '../../conversations/messages/message-entity.ts'
import { readCalls } from '../turns/earlier-steps.ts'
import { isPartOfHistory, messageText } from '../turns/message-text.ts'
import type { TurnResultItem, TurnStepItem } from '../turns/turn-steps.ts'
import type { RecordedCall } from './recorded-results.ts'

/** What the customer wrote in a turn of a real conversation, and what followed. */
export interface ThenTurn {
  /** The session of the messages. Another session begins without the earlier messages. */
  readonly sessionId: string | undefined
  /** The customer's messages, oldest first. */
  readonly messages: readonly MessageItem[]
  /** What followed until the customer wrote again: of the agent, and of a person. */
  readonly agent: readonly string[]
  readonly human: readonly string[]
  /** The calls of tools that ran, in order. */
  readonly calls: readonly RecordedCall[]
}

/** The data tags for the model. */
const MARKS = /^<data [^>]*>\n?|\n?<\/data>$/g

/**
 * Returns the turns of a conversation in the order of its messages. Messages that one turn of the agent answered belong together.
 * `messages` are oldest first, `steps` and `results` those of their turns.
 */
export function thenTurns(
  messages: readonly MessageItem[],
  steps: readonly TurnStepItem[],
  results: readonly TurnResultItem[],
): ThenTurn[] {
  const turns: { key: string; messages: MessageItem[]; agent: string[]; human: string[]; answeredAt: EpochMs }[] = []
  for (const message of messages) {
    if (!isPartOfHistory(message)) continue
    const last = turns.at(-1)
    if (message.direction === 'inbound') {
      const key = message.turnId ?? message.id
      const isSame = last !== undefined && (last.key === key || (last.agent.length === 0 && last.human.length === 0))
      if (isSame && last.messages[0]?.sessionId === message.sessionId) {
        last.messages.push(message)
        last.key = key
        last.answeredAt = message.answeredAt ?? last.answeredAt
      } else
        turns.push({
          key,
          messages: [message],
          agent: [],
          human: [],
          answeredAt: message.answeredAt ?? Number.POSITIVE_INFINITY,
        })
      continue
    }
    if (!last) continue
    if (message.role === 'human') last.human.push(message.text)
    // A later message of the agent is the one of a wake-up or of a trigger.
    else if (message.takenAt <= last.answeredAt) last.agent.push(messageText(message))
  }
  return turns.map(({ messages: own, agent, human }) => ({
    sessionId: own[0]?.sessionId,
    messages: own,
    agent,
    human,
    calls: callsOf(new Set(own.map(({ id, turnId = id }) => turnId)), steps, results),
  }))
}

/** Returns the calls of turns that ran, of their last round. */
function callsOf(
  turnIds: ReadonlySet<string>,
  steps: readonly TurnStepItem[],
  results: readonly TurnResultItem[],
): RecordedCall[] {
  const own = steps.filter(({ turnId }) => turnIds.has(turnId))
  const lastRound = (id: string) => Math.max(...own.filter(({ turnId }) => turnId === id).map(({ round }) => round))
  return own
    .filter(({ turnId, round }) => round === lastRound(turnId))
    .toSorted((a, b) => a.turnId.localeCompare(b.turnId) || a.step - b.step)
    .flatMap((step) => readCalls(step, results))
    .filter(({ ran }) => ran)
    .map(({ name, args, text }) => ({ name, args, text: text.replaceAll(MARKS, '') }))
}
