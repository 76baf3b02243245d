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

const CUSTOMER = '{{customer}}'
export const ME = '{{me}}'

/**
 * Returns the text of a saved reply with the names of the customer and of the member in place of its placeholders. One whose
 * name is not known stays, so that somebody writes it.
 */
export function filledReply(text: string, names: { readonly customer: string; readonly me: string }): string {
  return text.replaceAll(CUSTOMER, () => names.customer.trim() || CUSTOMER).replaceAll(ME, () => names.me.trim() || ME)
}

/** Returns the placeholders in a text that nobody has replaced. A message cannot be sent with them. */
export function openPlaceholders(text: string): readonly string[] {
  return [CUSTOMER, ME].filter((placeholder) => text.includes(placeholder))
}
