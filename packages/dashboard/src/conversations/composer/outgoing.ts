import type { MessageInput } from '@replywright/contract/messages.ts'
import type { Thread } from '../thread.ts'

/** A message that the service has not accepted yet. */
export interface Outgoing {
  /** Also its Idempotency-Key, so that sending again sends it once. */
  readonly key: string
  readonly input: MessageInput
  readonly error: string | null
  /** The Idempotency-Key of the takeover that precedes it; null without one. */
  readonly takeoverKey: string | null
  /** The id of the last message when it was written. */
  readonly after: string
}

/** Returns whether a poll has found a message before the response to its request. It is then not shown twice. */
export function isInThread({ error, after, input }: Outgoing, messages: Thread['messages']): boolean {
  const text = textOf(input)
  return (
    error === null && messages.some((message) => message.id > after && message.author?.isYou && message.text === text)
  )
}

/** Returns the text of a text message, or an empty string. */
export function textOf(input: MessageInput): string {
  return input.type === 'text' ? input.text.body : ''
}

/** Returns the text of a saved reply with the names of the customer and of the member in place of its variables. */
export function filledReply(text: string, names: { readonly customer: string; readonly me: string }): string {
  return text.replaceAll('{{customer}}', () => names.customer).replaceAll('{{me}}', () => names.me)
}
