import type { StepMessage } from '../../agents/models/step-messages.ts'
import type { MessageItem } from '../../conversations/messages/message-entity.ts'
import { awaitsAnswer } from '../../conversations/messages/turn-message.ts'
import { isSaid, messageText } from './message-text.ts'

/** The model is told so much of a conversation; what is older is left out. */
export const HISTORY_MESSAGES = 40
export const HISTORY_CHARACTERS = 24_000

/** What was said lately in a conversation. */
export interface Transcript {
  /** Of the session, and what awaits an answer, in the order in which it came here. */
  readonly messages: readonly MessageItem[]
  /** Whether the session has older ones. */
  readonly cut: boolean
}

export interface History {
  readonly messages: readonly StepMessage[]
  /** Whether the session has messages that the model is not told of. */
  readonly cut: boolean
}

/**
 * The conversation for the model: what was said before, then what is to be answered (`covers`), so that the customer has the
 * last word. What awaits an answer of another turn is left out.
 */
export function buildHistory({ messages, cut }: Transcript, covers: readonly string[]): History {
  const covered = messages.filter(({ id }) => covers.includes(id))
  const before = messages.filter((message) => isSaid(message) && !covers.includes(message.id) && !awaitsAnswer(message))
  const latestFirst = [...before, ...covered].toReversed().map((message) => ({ message, text: messageText(message) }))
  let left = HISTORY_CHARACTERS
  const fits = latestFirst.findIndex(({ text }, index) => {
    left -= text.length
    return index > 0 && (left < 0 || index >= HISTORY_MESSAGES)
  })
  const told = fits < 0 ? latestFirst : latestFirst.slice(0, fits)
  return {
    messages: told.map(toStepMessage).toReversed(),
    cut: cut || told.length < latestFirst.length,
  }
}

function toStepMessage({ message, text }: { readonly message: MessageItem; readonly text: string }): StepMessage {
  return message.direction === 'inbound' ? { role: 'user', text } : { role: 'assistant', text }
}
