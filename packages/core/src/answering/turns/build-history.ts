import type { StepMessage } from '../../agents/models/step-messages.ts'
import type { MessageItem } from '../../conversations/messages/message-entity.ts'
import { awaitsAnswer } from '../../conversations/messages/turn-message.ts'
import { isSaid, messageText } from './message-text.ts'

/** Limits of the history for the model. Older messages are left out. */
export const HISTORY_MESSAGES = 40
export const HISTORY_CHARACTERS = 24_000

/** The latest messages of a conversation. */
export interface Transcript {
  /** Messages of the session, and messages that await an answer, in the order of their arrival. */
  readonly messages: readonly MessageItem[]
  /** Whether the session has older messages. */
  readonly cut: boolean
}

export interface History {
  readonly messages: readonly StepMessage[]
  /** Whether the session has messages that the model does not see. */
  readonly cut: boolean
}

/**
 * Builds the conversation for the model: the earlier messages, then the messages to answer (`covers`). The customer has
 * the last word. Messages that await an answer of another turn are left out.
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
  const included = fits < 0 ? latestFirst : latestFirst.slice(0, fits)
  return {
    messages: included.map(toStepMessage).toReversed(),
    cut: cut || included.length < latestFirst.length,
  }
}

function toStepMessage({ message, text }: { readonly message: MessageItem; readonly text: string }): StepMessage {
  return message.direction === 'inbound' ? { role: 'user', text } : { role: 'assistant', text }
}
